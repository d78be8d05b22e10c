import { useEffect, useRef, useState } from 'preact/hooks';
import type { EntryRowFragment } from '../generated/documents.ts';
import { setQuery } from '../navigation.ts';
import { useShortcut } from '../ui/keyboard.ts';
import { useRoom } from './current-room.ts';
import { type EntryFilter, ORDERS, TYPES } from './entry-filter.ts';

const SETTLED_MS = 250;

/** What narrows the list down. Each choice goes into the address, so that it can be kept and passed on. */
export function Filters({ filter, rows }: { filter: EntryFilter; rows: EntryRowFragment[] }) {
  const search = useRef<HTMLInputElement>(null);
  useShortcut('/', 'Search the entries', () => search.current?.focus());
  const { feed } = useRoom();
  const changes = feed.value ?? [];
  const authors = distinct([...changes.map(({ from }) => from), ...rows.map(({ author }) => author)]);
  const consumers = distinct([...changes.flatMap(({ to }) => to), ...rows.flatMap((row) => row.consumingAgents)]);
  return (
    <search>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <TextFilter name="q" words="Search summaries and payloads" hint="Search   /" value={filter.q} field={search} />
        <Choice name="type" words="Type" value={filter.type} options={{ '': 'All types', ...TYPES }} />
        <Choice
          name="order"
          words="Order"
          value={filter.order}
          options={{ '': ORDERS.changed, newest: ORDERS.newest, oldest: ORDERS.oldest }}
        />
        <TextFilter name="author" words="Author" hint="By author" value={filter.author} among={authors} />
        <TextFilter name="for" words="Consuming agent" hint="For agent" value={filter.for} among={consumers} />
      </form>
    </search>
  );
}

interface TextProps {
  name: keyof EntryFilter;
  words: string;
  hint: string;
  value: string;
  among?: string[];
  field?: { current: HTMLInputElement | null };
}

/** A text that filters when its writer pauses. */
function TextFilter({ name, words, hint, value, among, field }: TextProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => setQuery({ [name]: text }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text, value, name]);
  return (
    <div class={`filter-${name}`}>
      <label class="unseen" for={`filter-${name}`}>
        {words}
      </label>
      <input
        ref={field}
        id={`filter-${name}`}
        type="search"
        placeholder={hint}
        autocomplete="off"
        list={among && `among-${name}`}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {among && (
        <datalist id={`among-${name}`}>
          {among.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </div>
  );
}

function Choice({
  name,
  words,
  value,
  options,
}: {
  name: string;
  words: string;
  value: string;
  options: Record<string, string>;
}) {
  return (
    <div class={`filter-${name}`}>
      <label class="unseen" for={`filter-${name}`}>
        {words}
      </label>
      <select id={`filter-${name}`} value={value} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
        {Object.entries(options).map(([option, shown]) => (
          <option key={option} value={option}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  );
}

const MOST_SUGGESTIONS = 50;

const distinct = (names: string[]): string[] => [...new Set(names)].slice(0, MOST_SUGGESTIONS).sort();
