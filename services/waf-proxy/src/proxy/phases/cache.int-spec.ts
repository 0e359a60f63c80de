import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { type CachingEdge, counting, response, startCachingEdge } from '../../test-support/caching-edge.ts';
import { eventually, sendRaw } from '../../test-support/raw-client.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function caching(...parameters: Parameters<typeof startCachingEdge>): Promise<CachingEdge> {
  const started = await startCachingEdge(...parameters);
  stops.push(started.stop);
  return started;
}

const FRESH = 'Cache-Control: max-age=600';

describe('the cache', () => {
  it('answers a second request by itself, with its age, its state in header and log, and no secrets of the first', async () => {
    const { get, origin, edge } = await caching(counting(FRESH, 'ETag: "v1"', 'X-Kept: yes'));
    const first = await get('/page');
    const second = await get('/page');
    expect([first.body, second.body]).toEqual(['answer 1', 'answer 1']);
    expect(first.headers['cache-status']).toBe('palisade; fwd=uri-miss; stored');
    expect(second.headers['cache-status']).toMatch(/^palisade; hit; ttl=\d+$/);
    expect(second.headers.age).toMatch(/^\d+$/);
    expect(second.headers['x-kept']).toBe('yes');
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(origin.requests).toHaveLength(1);
    await eventually(() => edge.records.length === 2);
    expect(edge.records.map((record) => record.cacheStatus)).toEqual(['miss', 'hit']);
    expect(edge.worker.counters).toMatchObject({ cacheHits: 1, cacheMisses: 1 });
  });

  it('stores nothing that is private: cookies, credentials, private, no-store', async () => {
    const never = [
      ['/cookie', ['Set-Cookie: a=1', FRESH], []],
      ['/private', ['Cache-Control: private, max-age=600'], []],
      ['/no-store', ['Cache-Control: no-store, max-age=600'], []],
      ['/authorized', ['Cache-Control: public, max-age=600'], ['Authorization: Basic eA==']],
      ['/plain', [], []],
    ] as const;
    const headersOf = new Map(never.map(([target, headers]) => [target as string, headers]));
    let count = 0;
    const { get } = await caching(({ head }) => {
      count += 1;
      return response(`answer ${count}`, ...headersOf.get(head.split(' ')[1]!)!);
    });
    for (const [target, , asked] of never) {
      const bodies = [(await get(target, ...asked)).body, (await get(target, ...asked)).body];
      expect(new Set(bodies).size).toBe(2);
    }
  });

  it('does not store a page under the name of a file, nor an address that servers read differently', async () => {
    const { get, origin } = await caching(counting(FRESH, 'Content-Type: text/html'));
    const targets = [
      '/account/x.css',
      '/account/;x.js',
      '/account%2f..%2fx.png',
      '/a/../b',
      '//x',
      '/a%00.css',
    ];
    for (const target of targets) {
      await get(target);
      await get(target);
    }
    expect(origin.requests).toHaveLength(targets.length * 2);
  });

  it('goes past the cache with fields that change what is asked for', async () => {
    const { get, origin } = await caching(counting(FRESH));
    await get('/');
    expect((await get('/', 'X-HTTP-Method-Override: POST')).body).toBe('answer 2');
    expect((await get('/', 'X-Forwarded-Prefix: /evil')).body).toBe('answer 3');
    expect((await get('/')).body).toBe('answer 1');
    expect(origin.requests).toHaveLength(3);
  });

  it('keeps sites, schemes and ports apart', async () => {
    const { edge, get, origin } = await caching(counting(FRESH));
    const other = sampleSite({ siteId: 'site-2', hosts: ['other.example'], version: 1n });
    other.origin!.port = origin.port;
    other.policy!.caching = true;
    edge.worker.applyDocument(toBinary(edgeV1.SiteConfigSchema, other));
    const ask = (host: string) =>
      sendRaw(edge.port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 20_000);
    const bodies = [await get('/'), await ask('other.example'), await ask('shop.example:8080')];
    expect(new Set(bodies.map(({ body }) => body)).size).toBe(3);
    edge.worker.cache!.purge({ siteId: 'site-2', kind: 'all' });
    expect((await get('/')).body).toBe('answer 1');
    expect((await ask('other.example')).body).toBe('answer 4');
  });

  it('leaves parameters out of the key that make no difference, and out of what the origin is asked', async () => {
    const { get, origin } = await caching(counting(FRESH), (config) => {
      config.policy!.cache = create(edgeV1.CacheSettingsSchema, { ignoredQueryParameters: ['utm_source'] });
    });
    await get('/?a=1&utm_source=x');
    expect((await get('/?a=1')).body).toBe('answer 1');
    expect((await get('/?utm_source=y&a=1')).body).toBe('answer 1');
    expect((await get('/?a=2')).body).toBe('answer 2');
    expect(origin.requests[0]!.head).toMatch(/^GET \/\?a=1 HTTP/);
  });

  it('keeps responses apart by the fields that Vary names', async () => {
    const { get, origin } = await caching(({ head }) => {
      const language = /^accept-language: (.*)\r$/im.exec(head)?.[1] ?? 'none';
      return response(language, FRESH, 'Vary: Accept-Language');
    });
    for (const language of ['de', 'en', 'de', 'en']) {
      expect((await get('/', `Accept-Language: ${language}`)).body).toBe(language);
    }
    expect((await get('/')).body).toBe('none');
    expect(origin.requests).toHaveLength(3);
  });

  it('confirms what is stale, and answers conditions and ranges from what it has', async () => {
    let confirmed = 0;
    const { get, origin } = await caching(({ head }) => {
      if (!head.includes('If-None-Match: "v1"')) {
        return response('0123456789', 'Cache-Control: no-cache', 'ETag: "v1"', 'X-Round: 1');
      }
      confirmed += 1;
      return 'HTTP/1.1 304 Not Modified\r\nETag: "v1"\r\nCache-Control: max-age=600\r\nX-Round: 2\r\n\r\n';
    });
    await get('/');
    const second = await get('/');
    expect(second).toMatchObject({ status: 200, body: '0123456789' });
    expect(second.headers['x-round']).toBe('2');
    expect(second.headers['cache-status']).toBe('palisade; fwd=stale; fwd-status=304');
    expect(confirmed).toBe(1);
    expect(await get('/', 'If-None-Match: W/"v1"')).toMatchObject({ status: 304, body: '' });
    expect(await get('/', 'Range: bytes=2-4')).toMatchObject({ status: 206, body: '234' });
    expect(await get('/', 'Range: bytes=-3', 'If-Range: "v1"')).toMatchObject({ status: 206, body: '789' });
    expect((await get('/', 'Range: bytes=2-4', 'If-Range: "v2"')).status).toBe(200);
    expect(await get('/', 'Range: bytes=10-')).toMatchObject({ status: 416 });
    expect(origin.requests).toHaveLength(2);
  });

  it('answers HEAD from a stored GET', async () => {
    const { get, send, origin } = await caching(counting(FRESH));
    await get('/');
    const head = await send('HEAD', '/');
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers['content-length']).toBe('8');
    expect(origin.requests).toHaveLength(1);
  });

  it('forgets what a successful unsafe request may have changed, and keeps it after a failed one', async () => {
    let status = '500 Broken';
    const answer = counting(FRESH);
    const { get, send } = await caching((request) =>
      request.head.startsWith('POST')
        ? `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nLocation: /list\r\n\r\n`
        : answer(request),
    );
    await get('/item');
    await get('/list');
    await send('POST', '/item', 'Content-Length: 0');
    expect((await get('/item')).body).toBe('answer 1');
    status = '201 Created';
    await send('POST', '/item', 'Content-Length: 0');
    expect((await get('/item')).body).toBe('answer 3');
    expect((await get('/list')).body).toBe('answer 4');
  });

  it('serves stale while it asks anew, and when the origin fails', async () => {
    let broken = false;
    const answer = counting('Cache-Control: max-age=0, stale-while-revalidate=60, stale-if-error=60');
    const failing = counting('Cache-Control: max-age=0, stale-if-error=60');
    const { get, origin, edge } = await caching((request) => {
      if (broken) return 'HTTP/1.1 503 Down\r\nContent-Length: 4\r\n\r\ndown';
      return request.head.includes('/failing') ? failing(request) : answer(request);
    });
    await get('/');
    expect((await get('/')).body).toBe('answer 1');
    await eventually(() => origin.requests.length === 2);
    await eventually(() => edge.records.length > 0 && edge.worker.cache!.entries > 0);
    for (let body = 'answer 1'; body === 'answer 1'; ) body = (await get('/')).body;
    await get('/failing');
    broken = true;
    const stale = await get('/failing');
    expect(stale).toMatchObject({ status: 200, body: 'answer 1' });
    expect(stale.headers['cache-status']).toContain('hit');
    expect((await get('/never-seen')).status).toBe(503);
  });

  it('asks the origin once for many who want the same', async () => {
    const held: (() => void)[] = [];
    const { get, origin } = await caching((_request, socket) => {
      held.push(() => socket.write(response('shared', FRESH)));
      return null;
    });
    const all = Array.from({ length: 20 }, () => get('/'));
    await eventually(() => origin.requests.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    held[0]!();
    expect(new Set((await Promise.all(all)).map(({ body }) => body))).toEqual(new Set(['shared']));
    expect(origin.requests).toHaveLength(1);
  });

  it('lets nobody wait for what it has learnt not to be storable', async () => {
    const { get, origin } = await caching((_request, socket) => {
      const count = origin.requests.length;
      if (count === 1) return response('mine', 'Cache-Control: private');
      // Answered only when all of them are here: a queue would never get there.
      waiting.push(() => socket.write(response('mine', 'Cache-Control: private')));
      if (waiting.length === 5) for (const answer of waiting) answer();
      return null;
    });
    const waiting: (() => void)[] = [];
    await get('/');
    const all = await Promise.all(Array.from({ length: 5 }, () => get('/')));
    expect(all.map(({ body }) => body)).toEqual(Array(5).fill('mine'));
  });

  it('stores a large response on disk while it is relayed, and lets others read along', async () => {
    const half = 'x'.repeat(1_000_000);
    let finish: () => void = () => undefined;
    const { get, origin, edge } = await caching((_request, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n${FRESH}\r\n\r\n${half}`);
      finish = () => socket.write(half);
      return null;
    });
    const first = get('/large');
    await eventually(() => origin.requests.length === 1);
    const second = get('/large');
    await new Promise((resolve) => setTimeout(resolve, 50));
    finish();
    for (const { body } of await Promise.all([first, second])) expect(body).toHaveLength(2_000_000);
    expect((await get('/large')).body).toBe(half + half);
    expect((await get('/large', 'Range: bytes=1999990-')).body).toBe('x'.repeat(10));
    expect(origin.requests).toHaveLength(1);
    expect(edge.worker.cache!.bytes.disk).toBeGreaterThan(2_000_000);
    expect(edge.worker.cache!.bytes.memory).toBeLessThan(100_000);
  });

  it('passes on what turns out larger than it keeps, whole and once', async () => {
    const piece = 'y'.repeat(64 * 1024);
    const { get, edge } = await caching((_request, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${FRESH}\r\n\r\n`);
      for (let n = 0; n < 200; n += 1) socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
      socket.write('0\r\n\r\n');
      return null;
    });
    const { text } = await get('/endless');
    expect(text.match(/y/g)).toHaveLength(200 * piece.length);
    expect(edge.worker.cache!.entries).toBe(0);
  });

  it('lets go of a fetch whose client has left, and keeps it if others read along', async () => {
    const { edge, origin, get } = await caching((_request, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 4000000\r\n${FRESH}\r\n\r\n${'z'.repeat(100_000)}`);
      setTimeout(() => socket.write('z'.repeat(3_900_000)), 300);
      return null;
    });
    const leaver = connect(edge.port, '127.0.0.1');
    leaver.write('GET /film HTTP/1.1\r\nHost: shop.example\r\n\r\n');
    await new Promise((resolve) => leaver.once('data', resolve));
    const stays = get('/film');
    await eventually(() => edge.worker.counters.cacheHits === 1);
    leaver.destroy();
    expect((await stays).body).toHaveLength(4_000_000);
    expect(origin.requests).toHaveLength(1);
  });

  it('lets go of a fetch that nobody waits for any more', async () => {
    let closed = false;
    const { edge, origin } = await caching((_request, socket) => {
      socket.on('close', () => {
        closed = true;
      });
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 4000000\r\n${FRESH}\r\n\r\n${'z'.repeat(100_000)}`);
      return null;
    });
    const leaver = connect(edge.port, '127.0.0.1');
    leaver.write('GET /film HTTP/1.1\r\nHost: shop.example\r\n\r\n');
    await new Promise((resolve) => leaver.once('data', resolve));
    expect(origin.requests).toHaveLength(1);
    leaver.destroy();
    await eventually(() => closed);
    expect(edge.worker.cache!.slot('site-1\nhttp://shop.example/film')).toBeUndefined();
  });

  it('gives one site no more than its share', async () => {
    const { get, edge } = await caching(() => response('b'.repeat(100_000), FRESH), undefined, {
      cache: { memoryBytes: 2_000_000, diskBytes: 0, objectBytes: 200_000, folder: null, siteShare: 0.5 },
    });
    for (let n = 0; n < 15; n += 1) await get(`/${n}`);
    expect(edge.worker.cache!.bytes.memory).toBeLessThanOrEqual(1_100_000);
    expect(edge.worker.cache!.entries).toBe(10);
    expect((await get('/14')).headers['cache-status']).toContain('hit');
  });

  it('passes on, unstored, what finds no room on disk while it arrives', async () => {
    const body = 'd'.repeat(1_500_000);
    const narrow = mkdtempSync(path.join(tmpdir(), 'palisade-narrow-'));
    stops.push(async () => rmSync(narrow, { recursive: true, force: true }));
    const { get, edge } = await caching(() => response(body, FRESH), undefined, {
      cache: {
        memoryBytes: 2_000_000,
        diskBytes: 4_000_000,
        objectBytes: 3_000_000,
        folder: path.join(narrow, 'cache'),
        siteShare: 1,
      },
    });
    expect((await get('/')).body).toBe(body);
    expect(edge.worker.cache!.entries).toBe(0);
  });

  it('stores by the owner’s time for visitors with the edge’s own cookies, not with the site’s', async () => {
    const { get } = await caching(counting(), (config) => {
      config.policy!.cache = create(edgeV1.CacheSettingsSchema, { defaultTtlSeconds: 60 });
    });
    const ours = 'Cookie: palisade_clearance=abc; __palisade_origin=xyz';
    expect((await get('/a', 'Cookie: session=1')).body).toBe('answer 1');
    expect((await get('/b', ours)).body).toBe('answer 2');
    expect((await get('/b', 'Cookie: session=1')).body).toBe('answer 2');
    expect((await get('/a', 'Cookie: session=1')).body).toBe('answer 3');
  });

  it('purges everything, by prefix and by tag, also what is just arriving', async () => {
    const answer = counting(FRESH, 'Cache-Tag: shoes, red', 'Surrogate-Key: sale');
    const { get, edge } = await caching(answer);
    const cache = edge.worker.cache!;
    const first = await get('/shop/a');
    expect(first.headers['cache-tag']).toBeUndefined();
    await get('/about');
    cache.purge({ siteId: 'site-1', kind: 'prefix', value: '/shop/' });
    expect((await get('/shop/a')).body).toBe('answer 3');
    expect((await get('/about')).body).toBe('answer 2');
    cache.purge({ siteId: 'site-1', kind: 'tag', value: 'sale' });
    expect((await get('/about')).body).toBe('answer 4');
    cache.purge({ siteId: 'site-2', kind: 'all' });
    expect((await get('/about')).body).toBe('answer 4');
    cache.purge({ siteId: 'site-1', kind: 'all' });
    expect((await get('/about')).body).toBe('answer 5');
  });

  it('does not store what was purged while it was on its way', async () => {
    let finish: () => void = () => undefined;
    const { get, edge, origin } = await caching((_request, socket) => {
      finish = () => socket.write(response('old', FRESH));
      return null;
    });
    const asked = get('/');
    await eventually(() => origin.requests.length === 1);
    edge.worker.cache!.purge({ siteId: 'site-1', kind: 'all' });
    finish();
    expect((await asked).body).toBe('old');
    const again = get('/');
    await eventually(() => origin.requests.length === 2);
    finish();
    await again;
  });

  it('keeps within its bounds, over all and per site', async () => {
    const body = 'b'.repeat(100_000);
    const { get, edge } = await caching(() => response(body, FRESH));
    const cache = edge.worker.cache!;
    for (let n = 0; n < 120; n += 1) await get(`/${n}`);
    expect(cache.bytes.memory).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(cache.entries).toBeLessThan(100);
    expect(cache.entries).toBeGreaterThan(50);
  });

  it('forgets a site when its origin changes or its caching ends', async () => {
    const { get, edge } = await caching(counting(FRESH));
    await get('/');
    edge.configure((config) => {
      config.policy!.caching = false;
    });
    expect((await get('/')).body).toBe('answer 2');
    edge.configure(() => undefined);
    expect((await get('/')).body).toBe('answer 3');
  });

  it('stores nothing that a response rule refuses', async () => {
    const { get, origin } = await caching(
      () => response('a leak', FRESH, 'Content-Type: text/html'),
      undefined,
      {
        ruleSet: (await import('../../test-support/fake-rule-set.ts')).fakeRuleSet({
          inspectResponses: true,
        }),
      },
    );
    expect((await get('/')).status).toBe(403);
    expect((await get('/')).status).toBe(403);
    expect(origin.requests).toHaveLength(2);
  });
});
