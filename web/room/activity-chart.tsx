import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api/request.ts';
import { useLoaded } from '../api/use-loaded.ts';
import { ActivityDocument } from '../generated/documents.ts';
import { useCalm, useChanges, useRoom } from './current-room.ts';

interface Range {
  words: string;
  /** Length of a span and of the whole, in seconds. */
  every: number;
  length: number;
}

const RANGES: Record<string, Range> = {
  hour: { words: 'hour', every: 60, length: 3_600 },
  day: { words: 'day', every: 1_200, length: 86_400 },
  week: { words: 'week', every: 7_200, length: 604_800 },
};

type Span = { from: string; writes: number; events: number };

const REFRESH_MS = 2_000;
const MINUTE_MS = 60_000;

/** How many writes there were over time, and how many of them posted an event. */
export function ActivityChart() {
  const { roomId } = useRoom();
  const [name, setName] = useState('hour');
  const range = RANGES[name]!;
  const { value, reload } = useLoaded(`activity ${roomId} ${name}`, (signal) => loadSpans(roomId, range, signal));
  const calmReload = useCalm(reload, REFRESH_MS);
  useChanges(calmReload);
  useEffect(() => {
    const timer = setInterval(calmReload, MINUTE_MS);
    return () => clearInterval(timer);
  }, [calmReload]);
  const writes = sum(value, 'writes');
  const events = sum(value, 'events');
  return (
    <section class="activity" aria-labelledby="activity-title">
      <div class="activity-head">
        <h2 id="activity-title">Activity</h2>
        <p class="legend">
          <span class="key-writes">{writes.toLocaleString('en')} writes</span>
          <span class="key-events">{events.toLocaleString('en')} events</span>
        </p>
        <fieldset class="ranges">
          <legend class="unseen">Range of the chart</legend>
          {Object.entries(RANGES).map(([option, { words }]) => (
            <button key={option} type="button" aria-pressed={option === name} onClick={() => setName(option)}>
              {words}
            </button>
          ))}
        </fieldset>
      </div>
      <Bars spans={value ?? []} label={`${writes} writes and ${events} events in the last ${range.words}`} />
      <p class="axis" aria-hidden="true">
        <span>{value?.[0] && clock(value[0].from, range)}</span>
        <span>now</span>
      </p>
    </section>
  );
}

const HEIGHT = 100;
const WIDTH = 10;

function Bars({ spans, label }: { spans: Span[]; label: string }) {
  const most = Math.max(...spans.map(({ writes }) => writes), 4);
  const high = (count: number): number => (count === 0 ? 0 : Math.max((count / most) * HEIGHT, 3));
  return (
    <svg
      class="bars"
      viewBox={`0 0 ${Math.max(spans.length, 1) * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {spans.map(({ from, writes, events }, index) => (
        <g key={from}>
          <title>{`${new Date(from).toLocaleString()}: ${writes} writes, ${events} events`}</title>
          <rect class="slot" x={index * WIDTH} y={0} width={WIDTH} height={HEIGHT} />
          <rect
            class="bar-writes"
            x={index * WIDTH + 1}
            y={HEIGHT - high(writes)}
            width={WIDTH - 2}
            height={high(writes)}
          />
          <rect
            class="bar-events"
            x={index * WIDTH + 1}
            y={HEIGHT - high(events)}
            width={WIDTH - 2}
            height={high(events)}
          />
        </g>
      ))}
    </svg>
  );
}

async function loadSpans(roomId: string, { every, length }: Range, signal: AbortSignal): Promise<Span[]> {
  const start = Date.now() / 1000 - length + every;
  const since = new Date(Math.floor(start / every) * every * 1000).toISOString();
  const { room } = await ask(ActivityDocument, { roomId, since, every }, signal);
  return room?.activity ?? [];
}

const sum = (spans: Span[] | undefined, what: 'writes' | 'events'): number =>
  (spans ?? []).reduce((total, span) => total + span[what], 0);

function clock(time: string, { length }: Range): string {
  const date = new Date(time);
  return length > 86_400
    ? date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
    : date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}
