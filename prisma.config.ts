import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'prisma/config';

const enginesFolder = join(import.meta.dirname, 'node_modules/@prisma/engines');
const hasEngine =
  existsSync(enginesFolder) && readdirSync(enginesFolder).some((file) => file.startsWith('schema-engine'));

// `generate`, `validate` and `format` only ask that the schema engine exists, which a closed network cannot download.
if (!hasEngine) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres' },
});
