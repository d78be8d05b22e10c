// Two agents change one entry at once: who was slower is told what has changed, and updates the version that is current.
import { connect, RoomError } from 'roomd-context/client';

const client = connect({ url: process.env.ROOMD_URL ?? 'http://127.0.0.1:4000', key: process.env.ROOMD_KEY });
const room = client.room('polls');

const task = await room.write({
  type: 'task',
  author: 'planner',
  summary: 'Vote on a poll',
  payload: { task_id: 'T-1', acceptance_criteria: ['one vote per user'], technical_notes: '' },
});
await room.update(task.id, { author: 'backend', payloadMergePatch: { technical_notes: 'a unique key' } });

const mine = {
  author: 'frontend',
  payloadJsonPatch: [{ op: 'add', path: '/acceptance_criteria/-', value: 'the bar grows at once' }],
};
try {
  await room.update(task.id, { ...mine, expectedVersion: task.version });
} catch (error) {
  if (!(error instanceof RoomError && error.code === 'VERSION_CONFLICT')) throw error;
  const { currentVersion, jsonPatch } = error.extensions;
  console.log(`${currentVersion} is current; since ${task.version}:`, JSON.stringify(jsonPatch));
  await room.update(task.id, { ...mine, expectedVersion: String(currentVersion) });
}
for (const { kind, pointer } of (await room.diff(task.id, { againstVersion: '1.0' })).changes)
  console.log(kind, pointer);
