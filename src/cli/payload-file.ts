import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { findUnkeepable } from '../json/fidelity.ts';
import type { Json } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';
import { UsageError } from './session.ts';

/**
 * JSON from a file, or from standard input where the name is "-". Numbers that would be changed on the way are refused
 * here, with their path: from here on they would look like any other.
 * @throws UsageError
 */
export async function readJsonFile(name: string): Promise<Json> {
  const source = await (name === '-' ? text(process.stdin) : readFile(name, 'utf8')).catch((error: Error) => {
    throw new UsageError(`${name} cannot be read: ${error.message}`);
  });
  let value: Json;
  try {
    value = parseJson(source) as Json;
  } catch (error) {
    throw new UsageError(`${name === '-' ? 'Standard input' : name} is not JSON: ${(error as Error).message}`);
  }
  const [issue] = findUnkeepable(value, { maxIssues: 1 }).issues;
  if (issue) throw new UsageError(`${issue.pointer}: ${issue.message}.`);
  return value;
}
