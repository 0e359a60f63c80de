import fc from 'fast-check';
import { cacheKeyOf } from './cache-key.ts';

const NONE = new Set<string>();
const keyOf = (target: string, ignored: ReadonlySet<string> = NONE, parts: object = {}) =>
  cacheKeyOf({ siteId: 'site-1', scheme: 'http', authority: 'shop.example', target, ...parts }, ignored)
    ?.key ?? null;

/** Paths as clients may write them: safe characters, escapes, and what servers read differently. */
const segment = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_~.-]{1,8}$/),
  fc.constantFrom('%41', '%7e', '%e4', '%E4', '%2f', '%2e', '..', '.', ';x', '%00', '', 'a\\b', '%zz', '%'),
);
const path = fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`);

describe('the key of a response', () => {
  it.each([
    ['/a%7Eb', '/a~b'],
    ['/%c3%a4', '/%C3%A4'],
    ['/', '/'],
  ])('%s is the same as %s', (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
    expect(keyOf(one)).not.toBeNull();
  });

  it.each([
    ['/a', '/A'],
    ['/a', '/a/'],
    ['/a?x=1&y=2', '/a?y=2&x=1'],
    ['/a?', '/a'],
    ['/a?x=%41', '/a?x=A'],
  ])('%s is not the same as %s', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  it.each([
    '/a/../b',
    '/a/.',
    '/..',
    '//a',
    '/a//b',
    '/a\\b',
    '/a;b',
    '/a%2fb',
    '/a%2E%2e/b',
    '/a%5cb',
    '/a%00',
    '/a%0a',
    '/a%3fb',
    '/a%23b',
    '/a%252f',
    '/a%3b.css',
    '/a%',
    '/a%g0',
    '*',
    `/${'a'.repeat(5_000)}`,
  ])('%s has none', (target) => {
    expect(keyOf(target)).toBeNull();
  });

  it('leaves the usual port out, and no other', () => {
    const at = (authority: string, scheme: string) => keyOf('/', NONE, { authority, scheme });
    expect(at('Shop.Example:80', 'http')).toBe(at('shop.example', 'http'));
    expect(at('shop.example:443', 'https')).toBe(at('shop.example', 'https'));
    expect(at('shop.example:443', 'http')).not.toBe(at('shop.example', 'http'));
    expect(at('shop.example', 'https')).not.toBe(at('shop.example', 'http'));
  });

  it('never joins two sites, schemes, hosts or paths that differ in more than spelling', () => {
    const parts = fc.record({
      siteId: fc.constantFrom('site-1', 'site-2'),
      scheme: fc.constantFrom('http', 'https'),
      authority: fc.constantFrom('a.example', 'b.example', 'a.example:8080'),
      target: fc.tuple(path, fc.constantFrom('', '?', '?a=1', '?a=1&b=2')).map(([one, two]) => one + two),
    });
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const [first, second] = [cacheKeyOf(one, NONE), cacheKeyOf(other, NONE)];
        if (first === null || second === null || first.key !== second.key) return;
        expect([one.siteId, one.scheme, one.authority]).toEqual([
          other.siteId,
          other.scheme,
          other.authority,
        ]);
        expect(new URL(one.target, 'http://x').search).toBe(new URL(other.target, 'http://x').search);
        expect(decodeURIComponentLoosely(one.target)).toBe(decodeURIComponentLoosely(other.target));
      }),
      { numRuns: 3_000 },
    );
  });

  it('is nothing that a URL parser, which resolves dots, reads as another path', () => {
    fc.assert(
      fc.property(path, (target) => {
        const key = keyOf(target);
        if (key === null) return;
        expect(decodeURIComponentLoosely(new URL(`http://x${target}`).pathname)).toBe(
          decodeURIComponentLoosely(target),
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    '/?q=1&utm_source=x;q=2',
    '/?utm_source=x%3Bq=2&q=1',
    '/?q=1&utm_source;q=2',
    '/?q=1&utm_source=%26q=2',
  ])('keeps a parameter of %s behind which servers may read another', (target) => {
    expect(keyOf(target, new Set(['utm_source']))).not.toBe(keyOf('/?q=1', new Set(['utm_source'])));
    expect(keyOf(target, new Set(['utm_source']))).toBe(keyOf(target));
  });

  it('does not change with parameters that make no difference, wherever they stand', () => {
    const ignored = new Set(['utm_source', 'fbclid']);
    const parameter = fc.constantFrom('a=1', 'b', 'c=', 'utm_sourcex=1');
    const noise = fc.constantFrom('utm_source=x', 'utm_source', 'fbclid=');
    fc.assert(
      fc.property(fc.array(parameter), fc.array(noise, { maxLength: 3 }), fc.nat(), (kept, added, at) => {
        const mixed: string[] = [...kept];
        for (const each of added) mixed.splice(at % (mixed.length + 1), 0, each);
        const query = (list: readonly string[]) => (list.length === 0 ? '' : `?${list.join('&')}`);
        expect(keyOf(`/p${query(mixed)}`, ignored)).toBe(keyOf(`/p${query(kept)}`, ignored));
      }),
    );
  });
});

function decodeURIComponentLoosely(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
