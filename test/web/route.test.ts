import fc from 'fast-check';
import { pathOf, type Route, routeOf } from '../../web/route.ts';

it('every address leads back to what it is of, whatever the names, also through a browser’s URL', () => {
  const name = fc.oneof(
    fc.constantFrom('.', '..', '~', 'a/b', '%2e', '?#&'),
    fc.string({ unit: 'grapheme', minLength: 1 }),
  );
  const routes: fc.Arbitrary<Route> = fc.oneof(
    fc.record({ page: fc.constant('room' as const), roomId: name }),
    fc.record({ page: fc.constant('entry' as const), roomId: name, id: name }),
    fc.record({ page: fc.constant('version' as const), roomId: name, id: name, version: name }),
    fc.record({ page: fc.constant('diff' as const), roomId: name, id: name, from: name, to: name }),
  );
  fc.assert(
    fc.property(routes, (route) => {
      expect(routeOf(new URL(pathOf(route), 'http://localhost').pathname)).toEqual(route);
    }),
  );
});

it('what is no address of the dashboard is unknown', () => {
  for (const path of ['/room', '/rooms/a/b', '/rooms/a/entries', '/rooms/%', '/rooms/a/entries/b/diff/1.0'])
    expect(routeOf(path)).toEqual({ page: 'unknown' });
});
