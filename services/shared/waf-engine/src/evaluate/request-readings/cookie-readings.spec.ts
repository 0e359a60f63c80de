import type { Entry } from '../../model/entry.ts';
import { addCookieReadings } from './cookie-readings.ts';

function readings(header: string): string[] {
  const found: Entry[] = [];
  addCookieReadings(header, found);
  return found.map(({ name, value }) => `${name} = ${value}`);
}

describe('readings of a Cookie header', () => {
  it.each([
    ['a=1; b-c.d=2', []],
    ['laravel_session=1; _ga_AB12CD34EF=2', []],
    ['a=1; JyBvciAxPTEgLS0g=2', ['REQUEST_COOKIES_NAMES:JyBvciAxPTEgLS0g = JyBvciAxPTEgLS0g']],
    ['=x', ['REQUEST_COOKIES: = x']],
    ['a=1; x y', ['REQUEST_COOKIES: = x y']],
    ['a= x ', ['REQUEST_COOKIES:a = x']],
    ['a[b]=1', ['REQUEST_COOKIES_NAMES:a[b] = a[b]']],
    ['a="x"; b="y"', ['REQUEST_COOKIES:a = x', 'REQUEST_COOKIES:b = y']],
    [
      'a="\\170\\"\\\\"',
      ['REQUEST_COOKIES:a = x"\\', 'REQUEST_COOKIES:a = \\170"\\"', 'REQUEST_COOKIES:a = \\170"\\\\'],
    ],
    ['a="x;y"', ['REQUEST_COOKIES: = y"', 'REQUEST_COOKIES:a = x;y']],
    ['a="x', ['REQUEST_COOKIES:a = x']],
    ['a="x\\', ['REQUEST_COOKIES:a = x\\']],
    ['; ;=;', []],
    ['a;b=1; c', ['REQUEST_COOKIES: = a', 'REQUEST_COOKIES: = c']],
    [
      "a;b'=1",
      ['REQUEST_COOKIES: = a', "REQUEST_COOKIES_NAMES:b' = b'", "REQUEST_COOKIES_NAMES:a;b' = a;b'"],
    ],
  ])('%s', (header, expected) => {
    expect(readings(header)).toEqual(expected);
  });

  it('has no more text than three times the header, whatever the quotes', () => {
    for (const piece of ['"', '"\\"', 'a="', '";', '\\', '"a";']) {
      const header = piece.repeat(4000);
      const found: Entry[] = [];
      addCookieReadings(header, found);
      const bytes = found.reduce((sum, { key, value }) => sum + value.length + (key?.length ?? 0), 0);
      expect(bytes).toBeLessThanOrEqual(header.length * 3);
    }
  });
});
