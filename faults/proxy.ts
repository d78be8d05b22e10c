import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What happens to the bytes that go through.
 * pass: nothing. blackHole: swallowed both ways, also of new connections, and nobody is told.
 * halfOpen: what the server sends arrives, what it is sent back does not. slow: each piece is late by 40 ms.
 */
export type Weather = 'pass' | 'blackHole' | 'halfOpen' | 'slow';

/** A way to the database that can go wrong. */
export interface Link {
  port: number;
  weather: Weather;
  /** Breaks all connections that are open. */
  cut(): void;
  /** Where new connections go from now on. */
  aim(port: number): void;
  close(): Promise<void>;
}

const SLOW_MS = 40;

export async function openProxy(target: number): Promise<Link> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(aimed, '127.0.0.1');
    join(near, far, () => proxy.weather === 'blackHole');
    join(far, near, () => proxy.weather === 'blackHole' || proxy.weather === 'halfOpen');
  });
  let aimed = target;

  const join = (from: Socket, to: Socket, swallows: () => boolean): void => {
    sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (chunk) => {
      if (swallows() || to.destroyed) return;
      if (proxy.weather === 'slow') setTimeout(() => !to.destroyed && to.write(chunk), SLOW_MS);
      else to.write(chunk);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      // In bad weather the end of a connection does not come through either.
      if (proxy.weather !== 'blackHole') to.destroy();
    });
  };

  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: Link = {
    port: (server.address() as AddressInfo).port,
    weather: 'pass',
    cut,
    aim: (port) => {
      aimed = port;
    },
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
  return proxy;
}
