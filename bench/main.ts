import { parseArgs } from 'node:util';
import { runComparison } from './comparison.ts';
import type { Scenario } from './scenarios.ts';

// npm run bench                          everything, some 40 minutes
// npm run bench -- --quick               the same in short, some 3 minutes
// npm run bench -- --scale               cost against the size of a room
// npm run bench -- --profile write       where the product's time goes in one scenario
// Also: --rounds, --seconds, --out, and --systems and --scenarios with names between semicolons.

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    scale: { type: 'boolean', default: false },
    profile: { type: 'string' },
    systems: { type: 'string' },
    scenarios: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    out: { type: 'string' },
  },
});

if (values.profile) {
  const { runProfile } = await import('./profile.ts');
  await runProfile(values.profile as Scenario);
} else if (values.scale) {
  const { runScale } = await import('./scale.ts');
  await runScale();
} else {
  await runComparison({
    rounds: Number(values.rounds ?? (values.quick ? 2 : 5)),
    seconds: Number(values.seconds ?? (values.quick ? 1 : 6)),
    quick: values.quick,
    systems: values.systems?.split(';'),
    scenarios: values.scenarios?.split(';'),
    out: values.out,
  });
}
process.exit(0);
