import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { EntryRowFragment } from '../generated/documents.ts';
import { goTo } from '../navigation.ts';
import { useShortcut } from '../ui/keyboard.ts';
import { Agents, TypeLabel } from '../ui/labels.tsx';
import { Link } from '../ui/link.tsx';
import { Time } from '../ui/time.tsx';
import { useRoom } from './current-room.ts';
import type { EntryList } from './entry-list.ts';

/** Height of a row, in rem: all are of one height, so that any number of them can be scrolled. */
const ROW_REM = 5;
const OVERSCAN = 6;

interface Props {
  list: EntryList;
  rows: EntryRowFragment[];
  selected: string | undefined;
}

/** The rows that are in view, however many there are. Near the end the next page is loaded. */
export function EntryRows({ list, rows, selected }: Props) {
  const { roomId } = useRoom();
  const scroller = useRef<HTMLDivElement>(null);
  const { height, first, last } = useWindow(scroller, rows.length, list);
  useEffect(() => {
    if (last >= rows.length - 20) void list.more();
  }, [last, rows.length, list]);
  const step = (by: number): void => {
    const at = rows.findIndex(({ id }) => id === selected);
    const next = rows[at < 0 ? 0 : at + by];
    if (!next) return;
    goTo({ page: 'entry', roomId, id: next.id });
    bringIntoView(scroller.current, rows.indexOf(next), height);
  };
  useShortcut('j', 'Next entry', () => step(1));
  useShortcut('k', 'Previous entry', () => step(-1));
  return (
    <div class="rows" ref={scroller}>
      <ul style={{ height: `${rows.length * height}px` }}>
        {rows.slice(first, last).map((row, index) => (
          <li
            key={row.id}
            class="row"
            style={{ top: `${(first + index) * height}px` }}
            aria-posinset={first + index + 1}
            aria-setsize={rows.length}
          >
            <Row roomId={roomId} row={row} selected={row.id === selected} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Row({ roomId, row, selected }: { roomId: string; row: EntryRowFragment; selected: boolean }) {
  return (
    <Link to={{ page: 'entry', roomId, id: row.id }} aria-current={selected ? 'true' : undefined}>
      <span class="row-top">
        <TypeLabel type={row.type} />
        <span class="label">{row.version}</span>
        <Time at={row.timestamp} />
      </span>
      <span class="row-summary">{row.summary}</span>
      <span class="row-agents">
        {row.author} <span aria-hidden="true">→</span>
        <span class="unseen"> for </span> <Agents names={row.consumingAgents} />
      </span>
    </Link>
  );
}

/** Which rows are in view, and how high each is in pixels. */
function useWindow(scroller: { current: HTMLDivElement | null }, count: number, list: EntryList) {
  const height = ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const [view, setView] = useState({ top: 0, height: 800 });
  useLayoutEffect(() => {
    const element = scroller.current!;
    const look = (): void => {
      list.atTop = element.scrollTop < height;
      if (list.atTop && list.held.value > 0) void list.refresh();
      setView({ top: element.scrollTop, height: element.clientHeight });
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, height, list]);
  const first = Math.max(Math.floor(view.top / height) - OVERSCAN, 0);
  const last = Math.min(Math.ceil((view.top + view.height) / height) + OVERSCAN, count);
  return { height, first: Math.min(first, last), last };
}

function bringIntoView(scroller: HTMLDivElement | null, index: number, height: number): void {
  if (!scroller) return;
  const top = index * height;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + height > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + height - scroller.clientHeight;
}
