import { type Checker, type Delivery, groupBy, type History, type LogRow } from '../history.ts';

/** The log of each room by position. */
function logsOf({ log }: History): (room: string) => Map<number, LogRow> {
  const rooms = new Map([...groupBy(log, ({ room }) => room)].map(([room, rows]) => [room, byPosition(rows)]));
  return (room) => rooms.get(room) ?? new Map();
}

const byPosition = (rows: LogRow[]): Map<number, LogRow> => new Map(rows.map((row) => [row.position, row]));

/** A checker that looks at each subscriber by itself. */
const each =
  (look: (delivery: Delivery, log: Map<number, LogRow>) => string | undefined): Checker =>
  (history) => {
    const logOf = logsOf(history);
    return history.deliveries.flatMap((delivery) => {
      const wrong = look(delivery, logOf(delivery.room));
      return wrong === undefined ? [] : [`${delivery.subscriber} in ${delivery.room}: ${wrong}`];
    });
  };

/** Events come in the order of their positions. */
export const eventsAreOrdered = each(({ positions }) => {
  const wrong = positions.findIndex((position, i) => i > 0 && position < positions[i - 1]!);
  return wrong < 0 ? undefined : `${positions[wrong]} came behind ${positions[wrong - 1]}`;
});

/** No event comes twice, over all connections. */
export const eventsAreUnique = each(({ positions }) => {
  const seen = new Set<number>();
  const twice = positions.find((position) => seen.size === seen.add(position).size);
  return twice === undefined ? undefined : `${twice} came twice`;
});

/** Every event of the room has come by the end. */
export const eventsAreComplete = each(({ positions }, log) => {
  const got = new Set(positions);
  const missing = [...log.keys()].filter((position) => !got.has(position));
  return missing.length === 0 ? undefined : `${missing.length} of ${log.size} never came, the first is ${missing[0]}`;
});

/** Every event is one that the log has, the same write at the same position. */
export const eventsAreGenuine = each(({ positions, marks }, log) => {
  const wrong = positions.findIndex((position, i) => log.get(position)?.mark !== marks[i]);
  return wrong < 0 ? undefined : `what came at ${positions[wrong]} is not what the log has there`;
});

/** What is behind a cursor begins with the very next event. */
export const resumedWithoutGap = each(({ positions, sessions }) => {
  for (const [i, { after, from }] of sessions.entries()) {
    const end = sessions[i + 1]?.from ?? positions.length;
    if (from < end && positions[from] !== after + 1) return `behind ${after} came ${positions[from]}`;
  }
  return undefined;
});

/** An entry can be read, in that version or a newer one, as soon as its event has come. */
export const eventsAreReadable = each(({ looks }) => {
  const wrong = looks.find(({ minor, read }) => read < minor);
  return wrong && `after the event at ${wrong.position} (1.${wrong.minor}) the entry was read as 1.${wrong.read}`;
});

/** The server sends no error on a stream. */
export const streamsAreSound = each(({ errors }) => errors[0]);
