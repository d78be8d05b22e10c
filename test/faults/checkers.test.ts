import { CHECKERS, check } from '../../faults/checkers/all.ts';
import type { Delivery, History } from '../../faults/history.ts';

/** A sound run: one room, two entries of three versions each, two subscribers of which one was cut off once. */
function soundHistory(): History {
  const log = Array.from({ length: 6 }, (_, i) => ({
    room: 'r',
    position: i + 1,
    entryId: `e${i % 2}`,
    minor: Math.floor(i / 2),
    token: `t${i + 1}`,
    mark: 100 + i,
  }));
  const attempts: History['attempts'] = log.map(({ room, position, entryId, minor, token }) => ({
    room,
    token,
    entryId,
    minor,
    position,
    startedAt: position * 10,
    endedAt: position * 10 + 5,
    outcome: 'acknowledged',
    codes: [],
    slowest: 5,
  }));
  attempts.push({
    room: 'r',
    token: 'no',
    startedAt: 70,
    endedAt: 71,
    outcome: 'refused',
    codes: ['VERSION_CONFLICT'],
    slowest: 1,
  });
  attempts.push({
    room: 'r',
    token: 'who knows',
    startedAt: 70,
    endedAt: 71,
    outcome: 'unknown',
    codes: [],
    slowest: 1,
  });
  const reads = [{ room: 'r', entryId: 'e0', startedAt: 36, minor: 1 }];
  const delivery = (subscriber: string): Delivery => ({
    subscriber,
    room: 'r',
    positions: log.map(({ position }) => position),
    marks: log.map(({ mark }) => mark),
    times: log.map(({ position }) => position * 10 + 6),
    sessions: [{ after: 0, from: 0 }],
    looks: [{ position: 3, minor: 1, read: 2 }],
    errors: [],
  });
  const cut = { ...delivery('cut'), sessions: [{ after: 0, from: 0 }, { after: 4, from: 4 }] }; // biome-ignore format: short
  return { log, attempts, reads, deliveries: [delivery('whole'), cut] };
}

/** One fault each, and the checker that must name it. */
const PLANTED: Record<string, [keyof typeof CHECKERS, (history: History) => unknown]> = {
  'a position is left out': ['positionsAreDense', ({ log }) => Object.assign(log[5]!, { position: 7 })],
  'a version is given twice': ['versionsAreDense', ({ log }) => Object.assign(log[4]!, { minor: 1 })],
  'an acknowledged write is lost': ['acknowledgedIsThere', ({ log }) => Object.assign(log[5]!, { token: 'other' })],
  'a refused write is there': ['refusedIsAbsent', ({ log }) => Object.assign(log[5]!, { token: 'no' })],
  'a retried write is there twice': ['writtenOnce', ({ log }) => Object.assign(log[5]!, { token: 't1' })],
  'an answer is an error that no fault excuses': [
    'errorsAreExcused',
    ({ attempts }) => attempts[0]!.codes.push('INTERNAL'),
  ],
  'a later write stands before an earlier one': ['orderIsReal', ({ attempts }) => Object.assign(attempts[4]!, { position: 1 })],
  'a read is stale': ['readsAreFresh', ({ reads }) => Object.assign(reads[0]!, { minor: 0 })],
  'two events change places': ['eventsAreOrdered', ({ deliveries: [d] }) => d!.positions.splice(2, 2, 4, 3)],
  'an event comes again after a reconnect': ['eventsAreUnique', ({ deliveries: [, d] }) => {
    d!.positions.splice(4, 0, 4);
    d!.marks.splice(4, 0, 103);
  }],
  'an event never comes': ['eventsAreComplete', ({ deliveries: [d] }) => {
    d!.positions.splice(3, 1);
    d!.marks.splice(3, 1);
  }],
  'the last event never comes': ['eventsAreComplete', ({ deliveries: [d] }) => d!.positions.pop()],
  'another event stands in the place of a lost one': ['eventsAreGenuine', ({ deliveries: [d] }) => d!.marks.splice(5, 1, 999)],
  'resuming passes one over': ['resumedWithoutGap', ({ deliveries: [, d] }) => Object.assign(d!.sessions[1]!, { after: 3 })],
  'an entry cannot be read yet when its event comes': ['eventsAreReadable', ({ deliveries: [d] }) => Object.assign(d!.looks[0]!, { read: -1 })],
  'a stream ends with an error': ['streamsAreSound', ({ deliveries: [d] }) => d!.errors.push('INTERNAL')],
}; // biome-ignore format: a table

describe('the checkers of the fault bench', () => {
  it('find nothing in a sound run', () => {
    expect(check(soundHistory())).toEqual({});
  });

  it.each(Object.entries(PLANTED))('find that %s', (_what, [checker, plant]) => {
    const history = soundHistory();
    plant(history);
    expect(Object.keys(check(history))).toContain(checker);
  });

  it('are all put to the test', () => {
    expect(new Set(Object.values(PLANTED).map(([checker]) => checker))).toEqual(new Set(Object.keys(CHECKERS)));
  });
});
