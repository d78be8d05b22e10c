/** What the address says is to be shown. Everything that can be shown has an address. */
export type Route =
  | { page: 'rooms' }
  | { page: 'room'; roomId: string }
  | { page: 'entry'; roomId: string; id: string }
  | { page: 'version'; roomId: string; id: string; version: string }
  | { page: 'diff'; roomId: string; id: string; from: string; to: string }
  | { page: 'unknown' };

// A browser takes the segments `.` and `..` out of an address, also when they are escaped.
const segment = (text: string): string => encodeURIComponent(/^[.~]/.test(text) ? `~${text}` : text);

const textOf = (part: string): string => {
  const text = decodeURIComponent(part);
  return text.startsWith('~') ? text.slice(1) : text;
};

/** The path of a route. */
export function pathOf(route: Route): string {
  if (route.page === 'rooms' || route.page === 'unknown') return '/';
  const room = `/rooms/${segment(route.roomId)}`;
  if (route.page === 'room') return room;
  const entry = `${room}/entries/${segment(route.id)}`;
  if (route.page === 'entry') return entry;
  if (route.page === 'version') return `${entry}/versions/${segment(route.version)}`;
  return `${entry}/diff/${segment(route.from)}/${segment(route.to)}`;
}

/** The route of a path; `unknown` where there is none. */
export function routeOf(path: string): Route {
  let parts: string[];
  try {
    parts = path.split('/').filter(Boolean).map(textOf);
  } catch {
    return { page: 'unknown' };
  }
  if (parts.length === 0 || (parts.length === 1 && parts[0] === 'rooms')) return { page: 'rooms' };
  const [rooms, roomId, entries, id, kind, first, second] = parts;
  if (rooms !== 'rooms' || roomId === undefined) return { page: 'unknown' };
  if (parts.length === 2) return { page: 'room', roomId };
  if (entries !== 'entries' || id === undefined) return { page: 'unknown' };
  if (parts.length === 4) return { page: 'entry', roomId, id };
  if (kind === 'versions' && first !== undefined && parts.length === 6)
    return { page: 'version', roomId, id, version: first };
  if (kind === 'diff' && second !== undefined && parts.length === 7)
    return { page: 'diff', roomId, id, from: first!, to: second };
  return { page: 'unknown' };
}
