import { parseCacheControl, parseTargeted } from '../../http/cache-control.ts';
import { judgeResponse } from './storability.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const date = (offsetSeconds: number) => new Date(NOW + offsetSeconds * 1_000).toUTCString();
const POLICY = {
  defaultTtlMs: 0,
  ignoredQueryParameters: new Set<string>(),
  staleWhileRevalidateMs: 0,
  staleIfErrorMs: 0,
  tiered: false,
};
const REQUEST = { path: '/page', noStore: false, hasCookie: false };

/** Seconds of freshness that are left; null: not stored. */
function freshFor(headers: string[], changes: { status?: number; policy?: object; request?: object } = {}) {
  const freshness = judgeResponse(
    { ...REQUEST, ...changes.request },
    { status: changes.status ?? 200, headers },
    { ...POLICY, ...changes.policy },
    NOW,
  );
  return freshness === null ? null : Math.round((freshness.freshUntilMs - NOW) / 1_000);
}

describe('how long a response may be used', () => {
  it.each([
    [['Cache-Control', 'max-age=60'], 60],
    [['Cache-Control', 'MAX-AGE=60'], 60],
    [['Cache-Control', 'max-age="60"'], 60],
    [['Cache-Control', 'max-age=60, s-maxage=10'], 10],
    [['Cache-Control', 'max-age=60, max-age=10'], 10],
    [['Cache-Control', 'extension="a, max-age=5", max-age=60'], 60],
    [['Cache-Control', 'max-age=60', 'Age', '20'], 40],
    [['Cache-Control', 'max-age=60', 'Age', '20, 30'], 40],
    [['Cache-Control', 'max-age=60', 'Age', 'old'], 60],
    [['Cache-Control', 'max-age=60', 'Date', date(-15)], 45],
    [['Cache-Control', 'max-age=99999999999'], 2_147_483_648],
    [['Expires', date(30), 'Date', date(0)], 30],
    [['Expires', date(30), 'Date', date(-10)], 30],
    [['Cache-Control', 'max-age=5', 'Expires', date(30)], 5],
    [['CDN-Cache-Control', 'max-age=90', 'Cache-Control', 'no-store'], 90],
    [['CDN-Cache-Control', 'max-age="90"', 'Cache-Control', 'max-age=7'], 7],
    [['Cache-Control', 'max-age=60', 'Vary', 'Accept'], 60],
  ])('%j: %i s', (headers, seconds) => {
    expect(freshFor(headers)).toBe(seconds);
  });

  it.each([
    [['Cache-Control', 'no-store, max-age=60']],
    [['Cache-Control', 'private="set-cookie", max-age=60']],
    [['Cache-Control', 'max-age=60', 'Set-Cookie', 'a=1']],
    [['Cache-Control', 'max-age=60', 'Vary', '*']],
    [['Cache-Control', 'max-age=60', 'Content-Type', 'text/event-stream']],
    [['Cache-Control', 'max-age=0']],
    [['Cache-Control', 'max-age=1.5']],
    [['Cache-Control', 'no-cache']],
    [['Expires', '0']],
    [['Expires', date(60), 'Expires', date(90)]],
    [['Expires', 'Thu, 18 Aug 50 02:01:18 GMT']],
    [['Last-Modified', date(-100_000)]],
    [[]],
  ])('%j is not stored', (headers) => {
    expect(freshFor(headers)).toBeNull();
  });

  it('stores what is stale at once only if it can be confirmed, or used stale', () => {
    expect(freshFor(['Cache-Control', 'no-cache', 'ETag', '"a"'])).toBe(0);
    expect(freshFor(['Cache-Control', 'max-age=0, stale-while-revalidate=5'])).toBe(0);
    expect(
      freshFor(['Cache-Control', 'no-cache', 'ETag', '"a"'], { request: { hasCookie: true } }),
    ).toBeNull();
  });

  it('takes the owner’s time where the origin says nothing, and not for cookies', () => {
    const policy = { defaultTtlMs: 30_000 };
    expect(freshFor([], { policy })).toBe(30);
    expect(freshFor(['Cache-Control', 'public'], { policy, status: 302 })).toBe(30);
    expect(freshFor([], { policy, status: 302 })).toBeNull();
    expect(freshFor([], { policy, status: 500 })).toBeNull();
    expect(freshFor([], { policy, request: { hasCookie: true } })).toBeNull();
    expect(freshFor(['Cache-Control', 'no-store'], { policy })).toBeNull();
  });

  it('takes what a request with cookies brought only where it is for everybody by the origin’s own word', () => {
    const stored = (headers: string[], changes: object = {}) =>
      freshFor(headers, { ...changes, request: { hasCookie: true, ...changes } }) !== null;
    expect(stored(['Cache-Control', 'max-age=60'])).toBe(false);
    expect(stored(['Expires', date(60)])).toBe(false);
    expect(stored(['Cache-Control', 'max-age=60', 'Content-Type', 'text/css'])).toBe(false);
    expect(stored(['Cache-Control', 'max-age=60', 'Content-Type', 'text/css'], { path: '/a.css' })).toBe(
      true,
    );
    expect(stored(['Cache-Control', 'max-age=60', 'Content-Type', 'text/html'], { path: '/a.html' })).toBe(
      false,
    );
    for (const word of ['public, max-age=60', 's-maxage=60']) {
      expect(stored(['Cache-Control', word])).toBe(true);
      expect(stored(['Cache-Control', word], { status: 404 })).toBe(false);
    }
    expect(stored(['CDN-Cache-Control', 'max-age=60'])).toBe(true);
  });

  it('does not take partial content, nor what must be understood and is not', () => {
    expect(freshFor(['Cache-Control', 'max-age=60'], { status: 206 })).toBeNull();
    for (const status of [400, 413, 414, 429, 431]) {
      expect(freshFor(['Cache-Control', 'public, max-age=60'], { status })).toBeNull();
    }
    expect(freshFor(['Cache-Control', 'max-age=60'], { status: 404 })).toBe(60);
    expect(freshFor([], { status: 405, policy: { defaultTtlMs: 30_000 } })).toBeNull();
    expect(freshFor(['Cache-Control', 'max-age=60, must-understand, no-store'], { status: 299 })).toBeNull();
    expect(freshFor(['Cache-Control', 'max-age=60, must-understand, no-store'], { status: 200 })).toBe(60);
    expect(freshFor(['Cache-Control', 'max-age=60'], { status: 599 })).toBe(60);
  });

  it('lets nothing be used stale that must be revalidated', () => {
    const policy = { ...POLICY, staleWhileRevalidateMs: 5_000, staleIfErrorMs: 9_000 };
    const judge = (cacheControl: string) =>
      judgeResponse(REQUEST, { status: 200, headers: ['Cache-Control', cacheControl] }, policy, NOW)!;
    expect(judge('max-age=60').staleIfErrorUntilMs).toBe(NOW + 69_000);
    expect(judge('max-age=60').staleWhileRevalidateUntilMs).toBe(NOW + 65_000);
    expect(judge('max-age=60, stale-if-error=1').staleIfErrorUntilMs).toBe(NOW + 61_000);
    for (const strict of ['must-revalidate', 'proxy-revalidate', 's-maxage=60']) {
      expect(judge(`max-age=60, ${strict}`)).toMatchObject({
        staleIfErrorUntilMs: 0,
        staleWhileRevalidateUntilMs: 0,
      });
    }
    expect(judge('s-maxage=60, stale-if-error=1').staleIfErrorUntilMs).toBe(NOW + 61_000);
  });

  it.each([
    ['/account/x.css', 'text/html', true],
    ['/account/x.JS', 'application/json', true],
    ['/x.png', '', true],
    ['/x.css', 'text/css; charset=utf-8', false],
    ['/x.png', 'image/webp', false],
    ['/page.html', 'text/html', false],
    ['/v1.2/items', 'application/json', false],
    ['/logo.svg', 'image/svg+xml', false],
    ['/app.js', 'text/javascript', false],
  ])('%s as "%s": deceptive %s', (path, type, deceptive) => {
    const headers = ['Cache-Control', 'public, max-age=60', ...(type === '' ? [] : ['Content-Type', type])];
    expect(freshFor(headers, { request: { path } }) === null).toBe(deceptive);
  });
});

describe('Cache-Control', () => {
  it('survives any text', () => {
    for (const text of ['', ',,,', '=', 'max-age', 'a="', 'a="\\', 'max-age=1;x=2', ' , max-age=1 ,']) {
      expect(typeof parseCacheControl([text]).noStore).toBe('boolean');
    }
    expect(parseCacheControl([' , max-age=1 ,']).maxAge).toBe(1);
    expect(parseCacheControl(['max-age =1']).maxAge).toBeNull();
  });

  it('in its targeted form is a structured field, or nothing', () => {
    expect(parseTargeted(['max-age=1, foo;bar=1, no-store=?0'])).toMatchObject({ maxAge: 1, noStore: false });
    for (const text of ['', 'max-age=1, &&', 'MAX-AGE=1', 'max-age', 'max-age= 1']) {
      expect(parseTargeted([text])).toBeNull();
    }
  });
});
