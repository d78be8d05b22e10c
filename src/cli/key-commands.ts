import type { Command } from 'commander';
import type { Role } from '../access/caller.ts';
import type { ApiKey } from '../access/key-statements.ts';
import { oneLine, paint } from './paint.ts';
import { names, optionsOf, print, UsageError } from './session.ts';

/** Who changes keys from the command line, in the audit trail. */
const ACTOR = 'command line';

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

/** `roomd keys …`: on the database itself, so that the first key can be made before a server runs. */
export function addKeyCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description('who may use the server: on the database of DATABASE_URL or DATA_DIR');
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
      const { createKey, onDatabase } = await keyFunctions();
      showNewKey(await onDatabase((database) => createKey(database, ACTOR, input)), json);
    });
  keys
    .command('list')
    .description('all keys, also those that count no more')
    .action(async (_options: unknown, command: Command) => {
      const { json } = optionsOf<object>(command);
      const { listKeys, onDatabase } = await keyFunctions();
      const all = await onDatabase((database) => listKeys(database));
      if (json) return print(JSON.stringify(all));
      for (const key of all) print(keyLine(key));
      if (all.length === 0) print(paint('dim', 'no keys'));
    });
  keys
    .command('revoke <id>')
    .description('end a key now')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { json } = optionsOf<object>(command);
      const { revokeKey, onDatabase } = await keyFunctions();
      const key = await onDatabase((database) => revokeKey(database, ACTOR, id));
      print(json ? JSON.stringify(key) : keyLine(key));
    });
  keys
    .command('rotate <id>')
    .description('make a key that may do the same; the old one goes on counting for a while')
    .option('--overlap <seconds>', 'for how long (3600)', Number)
    .action(async (id: string, _options: unknown, command: Command) => {
      const { json, overlap } = optionsOf<{ overlap?: number }>(command);
      const { rotateKey, onDatabase } = await keyFunctions();
      showNewKey(await onDatabase((database) => rotateKey(database, ACTOR, id, overlap)), json);
    });
}

/** Loaded for these commands only: the others need no database. */
async function keyFunctions() {
  const [keys, store] = await Promise.all([import('../access/keys.ts'), import('./key-store.ts')]);
  return { ...keys, ...store };
}

function showNewKey({ key, text }: { key: ApiKey; text: string }, json: boolean | undefined): void {
  print(json ? JSON.stringify({ ...key, text }) : `${text}\n${keyLine(key)}`);
  if (!json) process.stderr.write('Keep the key: it is not shown again.\n');
}

function keyLine({ id, role, rooms, agent, note, expiresAt, revokedAt, lastUsedAt }: ApiKey): string {
  const parts = [
    paint('cyan', id),
    paint('bold', role),
    oneLine(rooms.join(',')),
    agent === null ? '' : `as ${oneLine(agent)}`,
    expiresAt === null ? '' : `until ${expiresAt.toISOString()}`,
    revokedAt === null ? '' : paint('red', `revoked ${revokedAt.toISOString()}`),
    lastUsedAt === null ? 'never used' : `used ${lastUsedAt.toISOString()}`,
    note === null ? '' : oneLine(note),
  ];
  return parts.filter((part) => part !== '').join('  ');
}
