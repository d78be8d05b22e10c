import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './database/package-root.ts';

/** The version of this package, as clients and people are told it. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
  return version;
}
