import type { Command } from 'commander';
import type { Role } from '../access/caller.ts';
import type { Key, KeyDesk, NewKey } from './key-desk.ts';
import { oneLine, paint } from './paint.ts';
import { clientOf, names, optionsOf, print, UsageError } from './session.ts';

interface CreateOptions {
  role: string;
  rooms: string[];
  agent?: string;
  note?: string;
  expires?: string;
}

function roleOf(text: string): Role {
  if (text === 'reader' || text === 'writer' || text === 'admin') return text;
  throw new UsageError(`--role must be reader, writer or admin; got "${text}".`);
}

/** "30d", "12h" or a moment such as 2027-01-31T00:00:00Z. */
function expiryOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [, number, unit] = /^(\d+)([hd])$/.exec(text) ?? [];
  const date =
    number === undefined ? new Date(text) : new Date(Date.now() + Number(number) * (unit === 'd' ? 24 : 1) * 3_600_000);
  if (Number.isNaN(date.getTime()))
    throw new UsageError(`--expires must be like 30d, 12h or 2027-01-31T00:00:00Z; got "${text}".`);
  return date;
}

/** `roomd keys …`. */
export function addKeyCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description('who may use the server; on the database of DATABASE_URL or DATA_DIR, or by the server at --url');
  for (const add of [addCreate, addList, addRevoke, addRotate]) add(keys);
}

function addCreate(keys: Command): void {
  keys
    .command('create')
    .description('make a key; its text is shown once')
    .requiredOption('--role <role>', 'reader, writer or admin')
    .option(
      '--rooms <rooms>',
      'rooms that it may see, separated by commas; team-* for all that begin so, * for all',
      names,
      ['*'],
    )
    .option('--agent <agent>', 'the only agent that it may write as')
    .option('--note <text>', 'what it is for')
    .option('--expires <when>', 'such as 30d, 12h or 2027-01-31T00:00:00Z')
    .action(async (_options: unknown, command: Command) => {
      const { json, role, expires, rooms, agent, note } = optionsOf<CreateOptions>(command);
      const input = { role: roleOf(role), rooms, agent, note, expiresAt: expiryOf(expires) };
      showNewKey(await (await deskOf(command)).create(input), json);
    });
}

function addList(keys: Command): void {
  keys
    .command('list')
    .description('all keys, also those that count no more')
    .action(async (_options: unknown, command: Command) => {
      const { json } = optionsOf<object>(command);
      const all = await (await deskOf(command)).list();
      if (json) return print(JSON.stringify(all));
      for (const key of all) print(keyLine(key));
      if (all.length === 0) print(paint('dim', 'no keys'));
    });
}

function addRevoke(keys: Command): void {
  keys
    .command('revoke <id>')
    .description('end a key now')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { json } = optionsOf<object>(command);
      const key = await (await deskOf(command)).revoke(id);
      print(json ? JSON.stringify(key) : keyLine(key));
    });
}

function addRotate(keys: Command): void {
  keys
    .command('rotate <id>')
    .description('make a key that may do the same; the old one goes on counting for a while')
    .option('--overlap <seconds>', 'for how long (3600)', Number)
    .action(async (id: string, _options: unknown, command: Command) => {
      const { json, overlap } = optionsOf<{ overlap?: number }>(command);
      showNewKey(await (await deskOf(command)).rotate(id, overlap), json);
    });
}

/** Loaded for these commands only: the others need no database. */
async function deskOf(command: Command): Promise<KeyDesk> {
  const { openKeyDesk } = await import('./key-desk.ts');
  const isServerNamed = command.getOptionValueSourceWithGlobals('url') !== 'default';
  return openKeyDesk(clientOf(optionsOf(command)), isServerNamed);
}

function showNewKey({ key, secret }: NewKey, json: boolean | undefined): void {
  print(json ? JSON.stringify({ ...key, secret }) : `${secret}\n${keyLine(key)}`);
  if (!json) process.stderr.write('Keep the key: it is not shown again.\n');
}

function keyLine({ id, role, rooms, agent, note, expiresAt, revokedAt, lastUsedAt }: Key): string {
  const parts = [
    paint('cyan', id),
    paint('bold', role),
    oneLine(rooms.join(',')),
    agent === null ? '' : `as ${oneLine(agent)}`,
    expiresAt === null ? '' : `until ${expiresAt}`,
    revokedAt === null ? '' : paint('red', `revoked ${revokedAt}`),
    lastUsedAt === null ? 'never used' : `used ${lastUsedAt}`,
    note === null ? '' : oneLine(note),
  ];
  return parts.filter((part) => part !== '').join('  ');
}
