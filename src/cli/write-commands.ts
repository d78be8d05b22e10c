import type { Command } from 'commander';
import type { ContextType, Entry, Payloads, UpdateInput } from '../client/client.ts';
import { readJsonFile } from './payload-file.ts';
import { names, optionsOf, print, roomOf, showEntry } from './session.ts';

interface WriteOptions {
  type: ContextType;
  author: string;
  summary: string;
  to?: string[];
  payload: string;
  idempotencyKey?: string;
}

function addWrite(program: Command): void {
  program
    .command('write <room>')
    .description('write a new entry; its payload comes from a file, or from standard input')
    .requiredOption('--type <type>', 'api_contract, arch_decision, task, change_request or note')
    .requiredOption('--author <agent>', 'who writes')
    .requiredOption('--summary <text>', 'what it is about')
    .option('--to <agents>', 'who is told, separated by commas', names)
    .option('--payload <file>', 'a JSON file, or - for standard input', '-')
    .option('--idempotency-key <key>', 'makes a repetition safe')
    .action(async (roomId: string, _options: unknown, command: Command) => {
      const options = optionsOf<WriteOptions>(command);
      const { type, author, summary, to, idempotencyKey } = options;
      // What the type asks for is the server's to say.
      const payload = (await readJsonFile(options.payload)) as unknown as Payloads[ContextType];
      const input = { type, author, summary, consumingAgents: to ?? [], payload, idempotencyKey };
      showEntry((await roomOf(options, roomId).write(input)) as Entry, options.json);
    });
}

interface UpdateOptions extends Pick<UpdateInput, 'author' | 'summary' | 'onlyIfChanged' | 'idempotencyKey'> {
  to?: string[];
  payload?: string;
  merge?: string;
  patch?: string;
  expect?: string;
}

function addUpdate(program: Command): void {
  program
    .command('update <room> <id>')
    .description('make the next version of an entry; what is not given stays')
    .requiredOption('--author <agent>', 'who updates')
    .option('--summary <text>')
    .option('--to <agents>', 'who is told, separated by commas', names)
    .option('--payload <file>', 'replaces the payload: a JSON file, or - for standard input')
    .option('--merge <file>', 'a merge patch (RFC 7396) for the payload')
    .option('--patch <file>', 'a JSON patch (RFC 6902) for the payload')
    .option('--expect <version>', 'refuse unless this is still the current version')
    .option('--only-if-changed', 'no new version where nothing would change')
    .option('--idempotency-key <key>', 'makes a repetition safe')
    .action(async (roomId: string, id: string, _options: unknown, command: Command) => {
      const options = optionsOf<UpdateOptions>(command);
      const { author, summary, to, onlyIfChanged, idempotencyKey } = options;
      const json = async (file: string | undefined) =>
        file === undefined ? undefined : ((await readJsonFile(file)) as object);
      const input: UpdateInput = {
        ...{ author, summary, onlyIfChanged, idempotencyKey, consumingAgents: to, expectedVersion: options.expect },
        payload: await json(options.payload),
        payloadMergePatch: await json(options.merge),
        payloadJsonPatch: (await json(options.patch)) as object[] | undefined,
      };
      showEntry(await roomOf(options, roomId).update(id, input), options.json);
    });
}

function addDelete(program: Command): void {
  program
    .command('delete <room> <id>')
    .description('delete an entry; restore brings it back')
    .option('--agent <agent>', 'who deletes')
    .option('--expect <version>', 'refuse unless this is still the current version')
    .action(async (roomId: string, id: string, _options: unknown, command: Command) => {
      const options = optionsOf<{ agent?: string; expect?: string }>(command);
      await roomOf(options, roomId).delete(id, { agentId: options.agent, expectedVersion: options.expect });
      print(options.json ? JSON.stringify({ id, deleted: true }) : `${id} is deleted.`);
    });
  program
    .command('restore <room> <id>')
    .description('bring a deleted entry back')
    .requiredOption('--author <agent>', 'who restores')
    .action(async (roomId: string, id: string, _options: unknown, command: Command) => {
      const options = optionsOf<{ author: string }>(command);
      showEntry(await roomOf(options, roomId).restore(id, { author: options.author }), options.json);
    });
}

/** The commands that write entries of a running server. */
export function addWriteCommands(program: Command): void {
  for (const add of [addWrite, addUpdate, addDelete]) add(program);
}
