import type pg from 'pg';
import { PreparedQuery, type Rows, type Sending } from './prepared-query.ts';

/**
 * Sends prepared statements over a connection; gives the rows of each. Rejects with what the database answers, and where
 * it does not answer in time. pg's own timer is kept out: it lies in a closure that knows its query, and V8 (of Node 20) keeps
 * each such query, with all that it holds, until its next full collection: a quarter of what writes allocate.
 */
export function send(client: pg.ClientBase, sending: Sending): Promise<Rows[]> {
  const { connectionParameters } = client as unknown as { connectionParameters: { query_timeout: number } };
  const { query_timeout } = connectionParameters;
  return new Promise((resolve, reject) => {
    // A value that cannot be sent throws here, before the connection knows of it.
    const query = new PreparedQuery(sending, resolve, reject);
    connectionParameters.query_timeout = 0;
    try {
      client.query(query);
    } finally {
      connectionParameters.query_timeout = query_timeout;
    }
  });
}
