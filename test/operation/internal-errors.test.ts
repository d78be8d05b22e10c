import { pino } from 'pino';
import { loggedError } from '../../src/operation/logger.ts';
import { startServer } from '../../src/server.ts';
import { testDatabase } from '../support/database.ts';
import { post } from '../support/server.ts';
import { openSubscriber } from '../support/subscriber.ts';

const db = testDatabase();

it('an unexpected failure is logged once, under the request id that the caller is told', async () => {
  const lines: string[] = [];
  const logger = pino({ serializers: { err: loggedError } }, { write: (line: string) => void lines.push(line) });
  const database = { ...db.database, query: () => Promise.reject(new TypeError('the inside of the server')) };
  const server = await startServer({ host: '127.0.0.1', port: 0 }, { database, logger });
  const query = '{ contexts(roomId: "r") { totalCount } }';
  const told = [(await post(server.url, JSON.stringify({ query }))).errors![0]!];
  const socket = await openSubscriber(server.url);
  socket.subscribe('1', query);
  const { payload } = await socket.next();
  told.push((payload as { errors: typeof told }).errors[0]!);
  for (const { message, extensions } of told) {
    expect(extensions).toMatchObject({ code: 'INTERNAL', requestId: expect.any(String) });
    expect(message).not.toContain('inside');
    const about = lines.filter((line) => line.includes(extensions.requestId as string));
    expect(about).toHaveLength(1);
    expect(JSON.parse(about[0]!)).toMatchObject({
      level: 50,
      err: { type: 'TypeError', message: 'the inside of the server' },
    });
  }
  socket.socket.close();
  await server.stop();
});
