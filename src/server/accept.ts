/** What a client takes as an answer. */
export interface Accepts {
  /** The JSON media type that it likes best; undefined where it takes none. */
  json: 'application/json' | 'application/graphql-response+json' | undefined;
  /** Whether it takes server-sent events. */
  events: boolean;
  /** Whether it would rather show a page. */
  html: boolean;
}

const ANYTHING: Accepts = { json: 'application/json', events: true, html: false };

/** Clients send few different headers, and send them with every request. */
const known = new Map<string, Accepts>();
const MOST_KNOWN = 200;

/** Reads an `accept` header; where there is none, anything is taken. Of two JSON types the one named first counts. */
export function readAccept(header: string | undefined): Accepts {
  if (header === undefined) return ANYTHING;
  const cached = known.get(header);
  if (cached) return cached;
  const types = header
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter((pieces) => !pieces.includes('q=0') && !pieces.some((piece) => /^charset=(?!"?utf-?8)/.test(piece)))
    .map((pieces) => pieces[0]!);
  const any = types.includes('*/*');
  const json = types.find((type) => type === 'application/json' || type === 'application/graphql-response+json');
  const accepts: Accepts = {
    json: (json as Accepts['json']) ?? (any || types.includes('application/*') ? 'application/json' : undefined),
    events: any || types.includes('text/event-stream'),
    html: types.includes('text/html'),
  };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(header, accepts);
  return accepts;
}
