import { computed, signal } from '@preact/signals';
import { pathOf, type Route, routeOf } from './route.ts';

const address = signal({ path: location.pathname, search: location.search });

window.addEventListener('popstate', () => {
  address.value = { path: location.pathname, search: location.search };
});

/** What is to be shown now. */
export const route = computed<Route>(() => routeOf(address.value.path));

/** The query of the address: how a room's entries are filtered. */
export const query = computed(() => new URLSearchParams(address.value.search));

/** The address of a route. Within one room the filters stay. */
export function hrefOf(to: Route): string {
  const here = route.value;
  const sameRoom = 'roomId' in here && 'roomId' in to && here.roomId === to.roomId;
  return pathOf(to) + (sameRoom ? address.value.search : '');
}

/** Goes to a route, as a link to it does. */
export function goTo(to: Route): void {
  show(hrefOf(to), 'push');
}

/** Sets parts of the query and leaves the rest as it is; an empty text takes a part out. Makes no step to go back to. */
export function setQuery(parts: Record<string, string>): void {
  const next = new URLSearchParams(query.value);
  for (const [name, text] of Object.entries(parts)) {
    if (text === '') next.delete(name);
    else next.set(name, text);
  }
  const search = next.toString();
  show(address.value.path + (search && `?${search}`), 'replace');
}

function show(href: string, how: 'push' | 'replace'): void {
  if (how === 'push') history.pushState(null, '', href);
  else history.replaceState(null, '', href);
  address.value = { path: location.pathname, search: location.search };
}

/** Follows a click on a link within the page, unless the browser is asked to open it elsewhere. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.origin !== location.origin || link.hash || !link.dataset.inside) return;
  event.preventDefault();
  show(link.pathname + link.search, 'push');
  if (event.detail === 0) requestAnimationFrame(focusContent);
}

/** Who follows a link by the keyboard goes on where it leads to, not behind the link. */
function focusContent(): void {
  (document.getElementById('detail') ?? document.getElementById('main'))?.focus();
}
