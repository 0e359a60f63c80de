import { create, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { caching, counting, response, stopCaching } from '../../test-support/caching-edge.ts';
import { eventually, sendRaw } from '../../test-support/raw-client.ts';

const FRESH = 'Cache-Control: max-age=600';

afterEach(stopCaching);

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
      count++;
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
      confirmed++;
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
