import type { Command } from 'commander';
import { paint } from './paint.ts';
import { clientOf, optionsOf, print } from './session.ts';

const SETTINGS = { host: 'HOST', port: 'PORT', dataDir: 'DATA_DIR' } as const;

/** `roomd serve`: what `npm start` does, with the most used settings as options. */
function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the server (settings by environment: see the README)')
    .option('--host <address>', 'where to listen (HOST, 127.0.0.1)')
    .option('--port <port>', 'where to listen (PORT, 4000)')
    .option('--data-dir <folder>', 'where the embedded database lives (DATA_DIR, .roomd)')
    .action(async (options: Partial<Record<keyof typeof SETTINGS, string>>) => {
      for (const [name, variable] of Object.entries(SETTINGS)) {
        const value = options[name as keyof typeof SETTINGS];
        if (value !== undefined) process.env[variable] = value;
      }
      await import('../main.ts');
    });
}

/** `roomd mcp`: MCP over standard input and output, for clients that start a process. */
function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('MCP over standard input and output, handed on to the server at --url')
    .action(async (_options: unknown, command: Command) => {
      const { url, key } = optionsOf<object>(command);
      const { pipeStdio } = await import('../mcp/pipe.ts');
      const endpoint = new URL('/mcp', clientOf({ url }).url);
      await pipeStdio({ url: endpoint, key, input: process.stdin, output: process.stdout });
    });
}

function addRooms(program: Command): void {
  program
    .command('rooms')
    .description('the rooms that the key may see')
    .option('--after <cursor>', 'the next page, behind this cursor')
    .action(async (_options: unknown, command: Command) => {
      const options = optionsOf<{ after?: string }>(command);
      const page = await clientOf(options).rooms({ first: 200, after: options.after });
      if (options.json) return print(JSON.stringify(page));
      for (const { id, entryCount, lastActivityAt } of page.nodes)
        print(`${paint('bold', id)}  ${entryCount} entries  ${paint('dim', lastActivityAt)}`);
      if (page.hasNextPage) print(paint('dim', `Go on with --after ${page.endCursor}`));
    });
}

/** `roomd demo`: also a test that a server works. */
function addDemo(program: Command): void {
  program
    .command('demo [url]')
    .description('play a small room against the server: three agents agree on a contract')
    .action(async (url: string | undefined, _options: unknown, command: Command) => {
      const options = optionsOf<object>(command);
      const { playDemo } = await import('./demo/play.ts');
      await playDemo(clientOf({ ...options, url: url ?? options.url }));
    });
}

/** The commands that run a server, or are about it as a whole. */
export function addServerCommands(program: Command): void {
  for (const add of [addServe, addMcp, addRooms, addDemo]) add(program);
}
