import { sleep } from '../clock.ts';
import { type Scenario, underFault } from '../scenario.ts';

const LOAD = { servers: 3, rooms: 4, writers: 8, subscribers: 6, pause: 2 };

/** A server dies in the middle of everything, again and again. */
export const serverKilled: Scenario = {
  name: 'kill -9 of a server',
  run: (quick) => {
    const kills = quick ? 4 : 50;
    return underFault('kill -9 of a server', LOAD, { before: 200, after: 200 }, async ({ servers, traffic }) => {
      for (let i = 0; i < kills; i++) {
        const server = servers[i % servers.length]!;
        await server.kill();
        await traffic(quick ? 50 : 100);
        await server.start();
        await traffic(quick ? 50 : 100);
      }
      return { kills };
    });
  },
};

/** All processes of the database die, and it starts again on what is on the disk. */
export const postgresKilled: Scenario = {
  name: 'kill -9 of PostgreSQL',
  run: (quick) => {
    const kills = quick ? 2 : 10;
    return underFault('kill -9 of PostgreSQL', LOAD, { before: 200, after: 200 }, async ({ postgres, traffic }) => {
      const back: number[] = [];
      for (let i = 0; i < kills; i++) {
        await postgres.kill();
        await sleep(i % 2 ? 300 : 2_500);
        await postgres.start();
        back.push(await traffic(1, 5_000));
        await traffic(200);
      }
      return { kills, 'serves again after': `${Math.round(Math.max(...back))} ms at most` };
    });
  },
};

/** The operator replaces servers while everybody works. */
export const terminated: Scenario = {
  name: 'SIGTERM under load',
  run: (quick) =>
    underFault('SIGTERM under load', LOAD, { before: 200, after: 200 }, async ({ servers, traffic }) => {
      const took: number[] = [];
      const rounds = quick ? 2 : 9;
      for (let i = 0; i < rounds; i++) {
        const server = servers[i % servers.length]!;
        const { code, ms } = await server.terminate();
        if (code !== 0 || ms > 10_000) throw new Error(`A server ended with ${code} after ${Math.round(ms)} ms.`);
        took.push(ms);
        await server.start();
        await traffic(100);
      }
      return { 'ends with 0': rounds, 'ends after': `${Math.round(Math.max(...took))} ms at most` };
    }),
};
