import { ContextError } from '../contract/errors.ts';
import { checkArguments, schemaOf } from './arguments.ts';
import { comparingTools } from './comparing-tools.ts';
import { eventTools } from './event-tools.ts';
import { listingTools } from './listing-tools.ts';
import { readingTools } from './reading-tools.ts';
import { inNamesOfDoor } from './refusals.ts';
import type { Call, Tool } from './tool.ts';
import { writingTools } from './writing-tools.ts';

const tools: readonly Tool[] = [...writingTools, ...readingTools, ...listingTools, ...comparingTools, ...eventTools];

/** The tools as agents are told of them: together under 2,500 tokens, since every session pays for them. */
export const toolDefinitions = tools.map(({ name, description, arguments: allowed, readOnly }) => ({
  name,
  description,
  inputSchema: schemaOf(allowed),
  ...(readOnly && { annotations: { readOnlyHint: true } }),
}));

/**
 * Runs a tool. Resolves to the text of its answer.
 * @throws ContextError as the operation does; BAD_USER_INPUT for a tool that is not there and for arguments that are not its own.
 */
export async function callTool(name: string, call: Call): Promise<string> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) {
    const names = tools.map((one) => one.name).join(', ');
    throw new ContextError('BAD_USER_INPUT', `There is no tool of this name. There are: ${names}.`);
  }
  checkArguments(name, tool.arguments, call.given);
  if (!tool.readOnly) await call.countWrite();
  try {
    return await tool.run(call);
  } catch (error) {
    throw inNamesOfDoor(error);
  }
}
