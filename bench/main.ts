import { parseArgs } from 'node:util';
import { runComparison } from './comparison.ts';

// npm run bench [-- --quick | --scale] [-- --systems a,b --scenarios c,d]

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    scale: { type: 'boolean', default: false },
    systems: { type: 'string' },
    scenarios: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    out: { type: 'string' },
  },
});

if (values.scale) {
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
