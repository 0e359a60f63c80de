// What strangers send is read in linear work before anything is asked of a service: addresses and routes, at once, four and
// sixteen times the size. Bodies are passed on unread, up to their limit.
import { growthOf, nonLinear } from '@palisade/testing/work';
import { canonicalUrl } from './paths/canonical-url.ts';
import { routeOf } from './routes/route-table.ts';

describe.each([
  ['an address', canonicalUrl],
  ['a route', (url: string) => routeOf(url)],
])('%s', (_what, read: (url: string) => unknown) => {
  it.each(['a', '/', 'a/', '%41', '%2', '%C3%A4', '.', '..%20/', 'A', '?', '&a=b', '|', '-', ':'])(
    'of %j: linear',
    (unit) => {
      const growth = growthOf({
        base: 500,
        make: (bytes) => `/api/${unit.repeat(Math.floor((bytes - 6) / unit.length))}`,
        sizeOf: (text) => text.length,
        run: read,
      });
      expect(nonLinear(growth)).toBeNull();
    },
  );
});
