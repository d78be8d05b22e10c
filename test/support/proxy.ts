import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to the database that can go wrong. */
export interface DatabaseProxy {
  /** The database's URL by this way. */
  url: string;
  /** From now on nothing passes, and nobody is told. */
  freeze(): void;
  /** Everything passes again; what was open in the meantime is broken. */
  thaw(): void;
  /** Keeps what the database says until it is released, all at once. Resolves once the database was asked something. */
  hold(): Promise<() => void>;
  /** Breaks all connections that are open. */
  cut(): void;
  /** Breaks all and takes no new ones. */
  close(): Promise<void>;
}

export async function proxyTo(url: string): Promise<DatabaseProxy> {
  const target = new URL(url);
  const port = Number(target.port || 5432);
  const folder = target.searchParams.get('host');
  const sockets = new Set<Socket>();
  let frozen = false;
  let held: { near: Socket; chunk: Buffer }[] | undefined;
  let asked = (): void => undefined;
  const server = createServer((near) => {
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (chunk) => {
        if (frozen) return;
        if (held && socket === far) {
          held.push({ near, chunk });
          return;
        }
        other.write(chunk);
        if (socket === near) asked();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        if (!frozen) other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  target.searchParams.delete('host');
  target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: target.href,
    freeze: () => {
      frozen = true;
    },
    thaw: () => {
      frozen = false;
      cut();
    },
    hold: async () => {
      const kept: { near: Socket; chunk: Buffer }[] = [];
      held = kept;
      await new Promise<void>((resolve) => {
        asked = resolve;
      });
      return () => {
        held = undefined;
        for (const near of new Set(kept.map((part) => part.near)))
          near.write(Buffer.concat(kept.filter((part) => part.near === near).map(({ chunk }) => chunk)));
      };
    },
    cut,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
