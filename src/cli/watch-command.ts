import type { Command } from 'commander';
import type { EventStream, StreamStatus } from '../client/client.ts';
import { eventLine, paint } from './paint.ts';
import { type CommonOptions, clientOf, optionsOf, print, UsageError } from './session.ts';

interface WatchOptions extends CommonOptions {
  agent?: string;
  resume?: boolean;
  after?: string;
}

/** `roomd watch`: every change of a room, or the events of one agent, until it is interrupted. */
export function addWatch(program: Command): void {
  program
    .command('watch <room>')
    .description('follow a room live, also over lost connections; every change, or the events of one agent')
    .option('--agent <agent>', 'only events that are addressed to this agent')
    .option('--resume', 'with --agent: begin behind what the agent has acknowledged, and acknowledge what is shown')
    .option('--after <cursor>', 'begin behind this cursor')
    .action(async (roomId: string, _options: unknown, command: Command) => {
      const options = optionsOf<WatchOptions>(command);
      if (options.resume && options.agent === undefined)
        throw new UsageError('--resume needs --agent: it begins behind what that agent has acknowledged.');
      await watch(roomId, options);
    });
}

async function watch(roomId: string, options: WatchOptions): Promise<void> {
  const client = clientOf(options);
  const room = client.room(roomId);
  // Whether the server is there and lets us in shows at once; from then on the stream waits for it as long as it takes.
  await room.list({ first: 1 });
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());
  const how = { after: options.after, signal: stop.signal, onStatus: tell };
  const events = options.agent
    ? room.events({ agentId: options.agent, resume: options.resume, ...how })
    : room.changes(how);
  const last = await show(events, options.json === true);
  await client.close();
  if (last !== undefined && !options.json)
    process.stderr.write(paint('dim', `\nGo on with: roomd watch ${roomId} --after ${last}\n`));
}

async function show(events: EventStream, json: boolean): Promise<string | undefined> {
  let last: string | undefined;
  for await (const event of events) {
    print(json ? JSON.stringify(event) : eventLine(event));
    last = event.cursor;
  }
  return last;
}

function tell(status: StreamStatus): void {
  const text = status === 'live' ? 'following…' : 'the connection was lost; going on where it was as soon as possible…';
  process.stderr.write(paint('dim', `${text}\n`));
}
