import type { Command } from 'commander';
import type { EntryHead, ListOptions } from '../client/client.ts';
import { diffLines, entryLine, paint } from './paint.ts';
import { count, optionsOf, print, roomOf, showEntry } from './session.ts';

function addList(program: Command): void {
  program
    .command('list <room>')
    .description('entries of a room, newest first')
    .option('--type <type>', 'only this type')
    .option('--author <agent>', 'only those whose current version is by this agent')
    .option('--consuming-agent <agent>', 'only those meant for this agent')
    .option('--updated-after <time>', 'only those changed since, such as 2026-11-30T14:10:00Z')
    .option('--search <words>', 'only those with these words in summary or payload')
    .option('--first <n>', 'how many at most (200)', count)
    .option('--after <cursor>', 'the next page, behind this cursor')
    .option('--payloads', 'with --json: with their payloads')
    .action(async (roomId: string, _options: unknown, command: Command) => {
      const options = optionsOf<ListOptions & { payloads?: boolean }>(command);
      const { url: _, key: __, json, ...asked } = options;
      const page = await roomOf(options, roomId).list(asked);
      if (json) return print(JSON.stringify(page));
      for (const entry of page.nodes) print(entryLine(entry as EntryHead));
      if (page.hasNextPage) print(paint('dim', `${page.totalCount} in all. Go on with --after ${page.endCursor}`));
      else if (page.nodes.length === 0) print(paint('dim', 'no entries'));
    });
}

function addRead(program: Command): void {
  program
    .command('read <room> <id>')
    .description('one entry with its payload')
    .option('--pointer <pointer>', 'only this part of the payload, such as /endpoints/0')
    .action(async (roomId: string, id: string, _options: unknown, command: Command) => {
      const options = optionsOf<{ pointer?: string }>(command);
      const room = roomOf(options, roomId);
      if (options.pointer === undefined) return showEntry(await room.read(id), options.json);
      print(JSON.stringify(await room.readPart(id, options.pointer), null, options.json ? 0 : 2));
    });
}

function addCompare(program: Command): void {
  program
    .command('history <room> <id>')
    .description('the versions of an entry, newest first')
    .option('--first <n>', 'how many prior ones at most (200)', count)
    .option('--after <cursor>', 'the next page, behind this cursor')
    .action(async (roomId: string, id: string, _options: unknown, command: Command) => {
      const options = optionsOf<{ first?: number; after?: string }>(command);
      const { first, after } = options;
      const history = await roomOf(options, roomId).history(id, { first, after });
      if (options.json) return print(JSON.stringify(history));
      const shown = after === undefined ? [history.current, ...history.nodes] : history.nodes;
      for (const entry of shown) print(entryLine(entry));
      if (history.hasNextPage) print(paint('dim', `Go on with --after ${history.endCursor}`));
    });
  program
    .command('diff <room> <id> [older] [newer]')
    .description('what changed between two versions; by default the current one and the one before it')
    .action(async (roomId: string, id: string, older: string | undefined, newer: string | undefined, ...more) => {
      const options = optionsOf<object>(more.at(-1) as Command);
      const diff = await roomOf(options, roomId).diff(id, { againstVersion: older, version: newer });
      print(options.json ? JSON.stringify(diff) : diffLines(diff).join('\n'));
    });
}

/** The commands that read entries of a running server. */
export function addReadCommands(program: Command): void {
  for (const add of [addList, addRead, addCompare]) add(program);
}
