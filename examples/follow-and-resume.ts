// Follows what is addressed to an agent. What was handled is acknowledged when the loop asks for the next event: started
// again, also after a crash, it goes on with the first event that was not. A lost connection is taken up by itself.
import { connect } from 'roomd-context/client';

const client = connect({ url: process.env.ROOMD_URL ?? 'http://127.0.0.1:4000', key: process.env.ROOMD_KEY });
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
// Ends by itself after a while, so that it can be tried out.
setTimeout(() => stop.abort(), Number(process.env.FOR_MS ?? 60_000)).unref();

const events = client.room('polls').events({
  agentId: process.env.AGENT ?? 'frontend',
  resume: true,
  signal: stop.signal,
  onStatus: (status) => console.error(status),
});
for await (const event of events) console.log(event.type, event.contextType, event.version, event.summary);
await client.close();
