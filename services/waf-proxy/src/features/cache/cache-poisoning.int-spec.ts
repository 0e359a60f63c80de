import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { type CachingEdge, caching, response, stopCaching } from '../../test-support/caching-edge.ts';
import { ORDINARY, UNKEYED, WRITTEN_BY_THE_EDGE } from '../../test-support/client-fields.ts';

afterEach(stopCaching);

const EVIL = 'evil"><script>';
const STORED = 'Cache-Control: public, max-age=60';

/** An origin whose cacheable responses contain the whole request. */
const mirror =
  (...headers: string[]) =>
  ({ head }: { head: string }) =>
    response(head, STORED, 'Content-Type: text/html', ...headers);

/** Which of the cases gave a second client what the first one had said. */
async function poisoned(
  edge: CachingEdge,
  cases: readonly string[],
  attack: (edge: CachingEdge, field: string, path: string) => Promise<unknown>,
): Promise<string[]> {
  const fell: string[] = [];
  for (const [index, field] of cases.entries()) {
    const path = `/page-${index}`;
    await attack(edge, field, path);
    const victim = await edge.get(path);
    if (victim.status !== 200 || victim.text.includes('evil')) fell.push(field);
  }
  return fell;
}

describe('what a client says in fields that stand in no key', () => {
  it('reaches no other client, whatever the field', async () => {
    const edge = await caching(mirror());
    const fell = await poisoned(edge, UNKEYED, (_edge, field, path) => edge.get(path, `${field}: ${EVIL}`));
    expect(UNKEYED.length).toBeGreaterThan(120);
    expect(fell).toEqual([]);
  });

  it('nor by confirming or renewing what is stored', async () => {
    const stale = 'Cache-Control: public, max-age=0, stale-while-revalidate=60';
    const edge = await caching(({ head }) => response(head, stale, 'ETag: "a"', 'Content-Type: text/html'));
    const fell = await poisoned(edge, UNKEYED.slice(0, 20), async (_edge, field, path) => {
      await edge.get(path);
      await edge.get(path, `${field}: ${EVIL}`);
    });
    expect(fell).toEqual([]);
  });

  it('nor after the address was not storable for a moment', async () => {
    let broken = true;
    const edge = await caching(
      ({ head }) => (broken ? 'HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n' : mirror()({ head })),
      (config) => {
        config.policy!.cache = create(edgeV1.CacheSettingsSchema, { ignoredQueryParameters: ['utm_source'] });
      },
    );
    await edge.get('/landing');
    broken = false;
    await edge.get('/landing?utm_source=evil');
    expect((await edge.get('/landing')).text).not.toContain('evil');
  });

  it('does not keep ordinary requests of browsers from being answered from the cache', async () => {
    const edge = await caching(mirror());
    await edge.get('/', ...ORDINARY);
    expect((await edge.get('/', ...ORDINARY)).headers['cache-status']).toMatch(/hit/);
    expect(edge.origin.requests).toHaveLength(1);
  });

  it('may be stored where the response varies by it', async () => {
    const edge = await caching(mirror('Vary: X-App-Version'));
    await edge.get('/', 'X-App-Version: 7');
    expect((await edge.get('/', 'X-App-Version: 7')).headers['cache-status']).toMatch(/hit/);
    expect((await edge.get('/', 'X-App-Version: 8')).text).toContain('X-App-Version: 8');
    expect((await edge.get('/')).body).not.toContain('X-App-Version');
  });
});

describe('Vary by what the edge writes', () => {
  it('is never stored for others', async () => {
    const stored: string[] = [];
    for (const field of WRITTEN_BY_THE_EDGE) {
      const edge = await caching(mirror(`Vary: ${field}`));
      await edge.get('/mine');
      await edge.get('/mine');
      if (edge.origin.requests.length < 2) stored.push(field);
      await stopCaching();
    }
    expect(stored).toEqual([]);
  });

  it('by host and scheme stands in the key already', async () => {
    const edge = await caching(mirror('Vary: X-Forwarded-Proto, X-Forwarded-Host, Host'));
    await edge.get('/');
    await edge.get('/');
    expect(edge.origin.requests).toHaveLength(1);
  });

  it('reads a field that Connection takes away as the origin does', async () => {
    const edge = await caching(mirror('Vary: Accept-Language'));
    await edge.get('/', 'Accept-Language: de', 'Connection: accept-language');
    expect((await edge.get('/', 'Accept-Language: de')).text).toContain('Accept-Language: de');
  });

  it('keeps what allows one origin of scripts from another', async () => {
    const edge = await caching(({ head }) => {
      const origin = /^Origin: (.*)\r$/im.exec(head)?.[1];
      return response(
        '{}',
        STORED,
        ...(origin === undefined ? [] : [`Access-Control-Allow-Origin: ${origin}`]),
      );
    });
    await edge.get('/api', 'Origin: https://evil.example');
    const other = await edge.get('/api', 'Origin: https://friend.example');
    expect(other.text).toContain('Access-Control-Allow-Origin: https://friend.example');
  });
});

describe('the origin is asked what the key says', () => {
  const spelled = (head: string) => head.split('\r\n', 1)[0]! + /^Host:.*$/im.exec(head)![0];

  it('in path and host, so that an odd spelling changes nothing for the usual one', async () => {
    const edge = await caching(({ head }) => response(spelled(head), STORED));
    await edge.get('/%61bout%7e');
    expect((await edge.get('/about~')).text).toContain('GET /about~ HTTP/1.1Host: shop.example');
    expect(edge.origin.requests).toHaveLength(1);
  });

  it('and not from a body, an override, a precondition or a part', async () => {
    const edge = await caching(mirror());
    const heads = [
      ['Content-Length: 4', '', 'evil'],
      ['X-HTTP-Method-Override: EVIL'],
      ['If-Match: "evil"'],
      ['If-Unmodified-Since: evil'],
      ['Range: bytes=evil'],
      ['Authorization: Basic evil'],
    ];
    for (const [index, lines] of heads.entries()) {
      await edge.get(`/${index}`, ...lines);
      expect((await edge.get(`/${index}`)).text).not.toContain('evil');
    }
  });

  it.each([
    '/account/x.css',
    '/account;x.css',
    '/account%2fx.css',
    '/account%3bx.css',
    '/account/..%2fx.css',
    '/account%00.css',
    '/account%23x.css',
  ])('%s keeps no private page', async (target) => {
    const edge = await caching(mirror());
    await edge.get(target, 'Cookie: session=mine');
    expect((await edge.get(target)).text).not.toContain('session=mine');
  });

  it.each([400, 403, 404, 405, 413, 414, 431, 500, 501, 502, 503])(
    'a %i that an odd head brought is shown to nobody else',
    async (status) => {
      const edge = await caching(({ head }) =>
        head.length > 2_500 || head.includes('\\')
          ? `HTTP/1.1 ${status} No\r\n${STORED}\r\nContent-Length: 4\r\n\r\nevil`
          : response('fine', STORED),
      );
      const odd = [
        `X-Long: ${'a'.repeat(3_000)}`,
        `User-Agent: ${'a'.repeat(3_000)}`,
        'Accept-Language: \\',
        `Cookie: a=${'b'.repeat(3_000)}`,
        `Referer: https://a.example/${'a'.repeat(3_000)}`,
      ];
      for (const [index, field] of odd.entries()) {
        await edge.get(`/${index}`, field);
        expect((await edge.get(`/${index}`)).status).toBe(200);
      }
    },
  );
});
