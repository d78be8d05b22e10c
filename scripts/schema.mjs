// Prints the schema that the code builds into schema.graphql, or with --check says whether that file is up to date.
// Runs on what `npm run build` has made.
import { readFileSync, writeFileSync } from 'node:fs';
import { printSchema } from 'graphql';
import { schema } from '../dist/graphql/schema.js';

const file = new URL('../schema.graphql', import.meta.url);
const printed = `# Printed by \`npm run schema:print\`. Change src/graphql instead.\n\n${printSchema(schema)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, printed);
else if (readFileSync(file, 'utf8') !== printed) {
  console.error('schema.graphql is not what the code builds. Mend it: npm run schema:print && npm run codegen');
  process.exitCode = 1;
}
