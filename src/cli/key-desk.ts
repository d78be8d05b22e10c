import type { KeyInput } from '../access/key-input.ts';
import { type Client, RoomError } from '../client/client.ts';
import { onDatabase } from './key-store.ts';

/** A key as JSON has it. */
export interface Key {
  id: string;
  role: string;
  rooms: string[];
  agent: string | null;
  note: string | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  rotatedTo: string | null;
}

export interface NewKey {
  key: Key;
  secret: string;
}

/** Where keys are made and ended: on the database itself, or by a server that runs on it. */
export interface KeyDesk {
  create(input: KeyInput): Promise<NewKey>;
  list(): Promise<Key[]>;
  revoke(id: string): Promise<Key>;
  rotate(id: string, overlapSeconds: number | undefined): Promise<NewKey>;
}

/** Who changes keys from the command line, in the audit trail. */
const ACTOR = 'command line';
const KEY = 'id role rooms agent note createdAt expiresAt lastUsedAt revokedAt rotatedTo';

/**
 * On the database, so that the first key can be made before any server runs. The embedded database belongs to the server
 * that runs on it: then the server is asked.
 */
export function openKeyDesk(client: Client, isServerNamed: boolean): KeyDesk {
  const server = serverDesk(client);
  if (isServerNamed) return server;
  const either = async <Result>(here: Promise<Result>, there: () => Promise<Result>): Promise<Result> => {
    try {
      return await here;
    } catch (error) {
      if (!(error instanceof Error && /^Another roomd server uses DATA_DIR/.test(error.message))) throw error;
      return there().catch((refused: unknown) => {
        if (!(refused instanceof RoomError && refused.code === 'UNAVAILABLE')) throw refused;
        throw new Error(
          `A server runs on the database: ask it with --url (and --key, of an admin). ${refused.message}`,
        );
      });
    }
  };
  const desk = databaseDesk();
  return {
    create: (input) => either(desk.create(input), () => server.create(input)),
    list: () => either(desk.list(), () => server.list()),
    revoke: (id) => either(desk.revoke(id), () => server.revoke(id)),
    rotate: (id, overlap) => either(desk.rotate(id, overlap), () => server.rotate(id, overlap)),
  };
}

function databaseDesk(): KeyDesk {
  const keys = import('../access/keys.ts');
  const plain = (key: object): Key => JSON.parse(JSON.stringify(key)) as Key;
  const fresh = ({ key, text }: { key: object; text: string }): NewKey => ({ key: plain(key), secret: text });
  return {
    create: async (input) => {
      const { createKey } = await keys;
      return fresh(await onDatabase((database) => createKey(database, ACTOR, input)));
    },
    list: async () => {
      const { listKeys } = await keys;
      return (await onDatabase((database) => listKeys(database))).map(plain);
    },
    revoke: async (id) => {
      const { revokeKey } = await keys;
      return plain(await onDatabase((database) => revokeKey(database, ACTOR, id)));
    },
    rotate: async (id, overlap) => {
      const { rotateKey } = await keys;
      return fresh(await onDatabase((database) => rotateKey(database, ACTOR, id, overlap)));
    },
  };
}

function serverDesk(client: Client): KeyDesk {
  const ask = <Data>(document: string, variables: object = {}) => client.request<Data, object>(document, variables);
  return {
    create: async (input) =>
      (
        await ask<{ createKey: NewKey }>(
          `mutation CreateKey($input: CreateKeyInput!) { createKey(input: $input) { secret key { ${KEY} } } }`,
          { input },
        )
      ).createKey,
    list: async () => (await ask<{ keys: { nodes: Key[] } }>(`{ keys(first: 200) { nodes { ${KEY} } } }`)).keys.nodes,
    revoke: async (id) =>
      (await ask<{ revokeKey: Key }>(`mutation RevokeKey($id: ID!) { revokeKey(id: $id) { ${KEY} } }`, { id }))
        .revokeKey,
    rotate: async (id, overlap) =>
      (
        await ask<{ rotateKey: NewKey }>(
          `mutation RotateKey($id: ID!, $overlap: Int) { rotateKey(id: $id, overlapSeconds: $overlap) { secret key { ${KEY} } } }`,
          { id, overlap },
        )
      ).rotateKey,
  };
}
