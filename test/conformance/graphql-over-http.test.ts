import { auditServer } from 'graphql-http';
import { OPEN_CALLER } from '../../src/access/caller.ts';
import { openStore } from '../../src/entries/store.ts';
import { graphqlPlugins } from '../../src/graphql/plugins.ts';
import { schema } from '../../src/graphql/schema.ts';
import { Log } from '../../src/log/log.ts';
import { openYoga } from '../../src/server/yoga.ts';
import { testDatabase } from '../support/database.ts';
import { testServer } from '../support/server.ts';

/** All audits of graphql-http 1.23: the list must not shrink unnoticed. */
const AUDITS = 61;

const server = testServer();
const db = testDatabase();

const failed = (results: Awaited<ReturnType<typeof auditServer>>): string[] =>
  results.filter(({ status }) => status !== 'ok').map(({ id, name, ...why }) => `${id} ${name} ${JSON.stringify(why)}`);

it('the server as it runs passes every audit, without any header for CSRF', async () => {
  const results = await auditServer({ url: server.url });
  console.info(`graphql-http: ${results.filter(({ status }) => status === 'ok').length} of ${results.length}`);
  expect(failed(results)).toEqual([]);
  expect(results).toHaveLength(AUDITS);
});

it("Yoga's own way, which answers what is not a POST, passes every audit by itself", async () => {
  const log = new Log(db.database);
  const yoga = openYoga(schema, graphqlPlugins());
  const ctx = { store: openStore(db.database, log), caller: OPEN_CALLER, requestId: 'audit', report: () => undefined };
  const fetchFn = (url: string, init: RequestInit) => yoga.fetch(url, init, ctx as never);
  const results = await auditServer({ url: 'http://localhost/graphql', fetchFn });
  console.info(
    `graphql-http over Yoga: ${results.filter(({ status }) => status === 'ok').length} of ${results.length}`,
  );
  expect(failed(results)).toEqual([]);
  expect(results).toHaveLength(AUDITS);
  await log.close();
});
