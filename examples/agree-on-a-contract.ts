// Two agents agree on a contract: one publishes it, the other one hears of it and asks for a change.
// Against a running server: node examples/agree-on-a-contract.ts (Node 22.18 or later; before that by npx tsx).
import { connect } from 'roomd-context/client';

const client = connect({ url: process.env.ROOMD_URL ?? 'http://127.0.0.1:4000', key: process.env.ROOMD_KEY });
const room = client.room('polls');

const events = room.events({ agentId: 'frontend', resume: true });
await room.write({
  type: 'api_contract',
  author: 'backend',
  summary: 'Polls API',
  consumingAgents: ['frontend'],
  payload: {
    service: 'polls',
    version: '1.0',
    endpoints: [
      { method: 'GET', path: '/polls', response: { polls: 'Poll[]' }, auth_required: false, description: '' },
    ],
  },
});
for await (const { entry, from } of events) {
  if (entry.type !== 'api_contract') continue;
  // The payload's type follows from the entry's type.
  console.log(`${from} offers ${entry.payload.endpoints.map(({ method, path }) => `${method} ${path}`).join(', ')}`);
  await room.update(entry.id, { author: 'frontend', payloadMergePatch: { base_url: 'https://polls.example' } });
  break;
}
await client.close();
