// Reads all of a room: entries page by page, a part of a large payload, the history of an entry.
import { connect } from 'roomd-context/client';

const client = connect({ url: process.env.ROOMD_URL ?? 'http://127.0.0.1:4000', key: process.env.ROOMD_KEY });
const room = client.room('polls');

for await (const entry of room.entries({ type: 'api_contract', orderBy: 'UPDATED_DESC' })) {
  console.log(entry.id, entry.version, entry.summary, `${entry.payloadBytes} bytes`);
  console.log('  first endpoint:', JSON.stringify(await room.readPart(entry.id, '/endpoints/0')));
  const { nodes } = await room.history(entry.id);
  for (const prior of nodes) console.log('  ', prior.version, 'by', prior.author, 'at', prior.timestamp);
}
