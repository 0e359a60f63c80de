import { gzipSync } from 'node:zlib';
import { edgeV1 } from '@palisade/contracts';
import { EdgeAction } from '../request/verdict.ts';
import { type EdgeHarness, startEdge } from '../test-support/edge-harness.ts';
import { fakeRuleSet } from '../test-support/fake-rule-set.ts';
import { eventually, sendRaw } from '../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../test-support/recording-origin.ts';

let origin: RecordingOrigin;
let edge: EdgeHarness;

const geo = {
  find: (address: { text: string }) => ({
    code: address.text === '198.51.100.7' ? 'CN' : 'DE',
    city: '',
    asn: 0,
    asnName: '',
  }),
};

beforeEach(async () => {
  origin = await startRecordingOrigin();
  edge = await startEdge(origin.port, { geo, trustedProxies: ['127.0.0.1'] });
});

afterEach(async () => {
  await edge.stop();
  await origin.close();
});

/** A request of the given client, as the operator's own proxy on 127.0.0.1 reports it. */
const from = (client: string, target = '/', headers = '') =>
  sendRaw(
    edge.port,
    `GET ${target} HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: 6.6.6.6, ${client}\r\n${headers}Connection: close\r\n\r\n`,
    1_000,
  );

const last = () => edge.records.at(-1)!;

describe('who may come in', () => {
  it('is decided by the client that a trusted proxy reports, not by what the client says', async () => {
    edge.configure((config) => {
      config.policy!.blockedIps = ['198.51.100.0/24'];
    });
    expect((await from('198.51.100.9')).status).toBe(403);
    expect([last().action, last().reason, last().client.text]).toEqual([
      EdgeAction.IP_LIST,
      'blocked_address',
      '198.51.100.9',
    ]);
    expect((await from('6.6.6.6')).status).toBe(200);
    expect(origin.requests.at(-1)!.head).toContain('X-Forwarded-For: 6.6.6.6, 6.6.6.6, 127.0.0.1\r\n');
    expect(origin.requests.at(-1)!.head).toContain('X-Real-IP: 6.6.6.6\r\n');
  });

  it.each([
    ['a proxy', 1, '10.1.2.3'],
    ['two proxies', 2, '198.51.100.9'],
    ['as many proxies as are named', 0, '198.51.100.9'],
  ])(
    'is the client that %s in front reports, though clients have addresses of the proxies’ network',
    async (_, trustedHops, client) => {
      await edge.stop();
      edge = await startEdge(origin.port, { geo, trustedProxies: ['127.0.0.1', '10.0.0.0/8'], trustedHops });
      await sendRaw(
        edge.port,
        'GET / HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: 198.51.100.9, 10.1.2.3\r\nConnection: close\r\n\r\n',
        1_000,
      );
      expect(last().client.text).toBe(client);
    },
  );

  it('holds for IPv6, whole networks included', async () => {
    edge.configure((config) => {
      config.policy!.blockedIps = ['2001:db8::/32'];
    });
    expect((await from('2001:db8:1::1')).status).toBe(403);
    expect((await from('2001:db9::1')).status).toBe(200);
  });

  it('skips countries and limits for allowed addresses, but not the rules, unless the owner trusts them', async () => {
    edge.configure((config) => {
      config.policy!.allowedIps = ['198.51.100.7'];
      config.policy!.geoBlocking = true;
      config.policy!.blockedCountries = ['CN'];
    });
    expect((await from('198.51.100.7')).status).toBe(200);
    expect((await from('198.51.100.7', '/?q=attack')).status).toBe(403);
    edge.configure((config) => {
      config.policy!.allowedIps = ['198.51.100.7'];
      config.policy!.allowedIpsSkipRules = true;
    });
    expect((await from('198.51.100.7', '/?q=attack')).status).toBe(200);
  });

  it('blocks countries where the plan includes it, and writes the country down', async () => {
    edge.configure((config) => {
      config.policy!.geoBlocking = true;
      config.policy!.blockedCountries = ['CN'];
    });
    expect((await from('198.51.100.7')).status).toBe(403);
    expect([last().action, last().reason, last().country?.code]).toEqual([
      EdgeAction.GEO,
      'blocked_country',
      'CN',
    ]);
    expect((await from('198.51.100.8')).status).toBe(200);
    edge.configure((config) => {
      config.policy!.geoBlocking = true;
      config.policy!.blockedCountries = ['CN'];
      config.entitlements!.geoBlocking = false;
    });
    expect((await from('198.51.100.7')).status).toBe(200);
  });
});

describe('the rate limit', () => {
  const limited = (config: edgeV1.SiteConfig) => {
    config.policy!.rateLimiting = true;
    config.policy!.rateLimitRequests = 5;
  };

  it('answers 429 with Retry-After beyond it and bans the address for an hour, others not', async () => {
    edge.configure(limited);
    for (let round = 0; round < 5; round++) expect((await from('203.0.113.1')).status).toBe(200);
    const over = await from('203.0.113.1');
    expect([over.status, over.headers['retry-after']]).toEqual([429, '3600']);
    expect(last().action).toBe(EdgeAction.RATE_LIMIT);
    const banned = await from('203.0.113.1');
    expect(banned.status).toBe(429);
    expect(Number(banned.headers['retry-after'])).toBeGreaterThan(3_590);
    expect([last().action, last().reason]).toEqual([EdgeAction.BAN, 'banned']);
    expect((await from('203.0.113.2')).status).toBe(200);
    expect(origin.requests).toHaveLength(6);
  });

  it('counts an IPv6 client by its /64', async () => {
    edge.configure(limited);
    for (let round = 0; round < 5; round++) await from(`2001:db8:1:2::${round}`);
    expect((await from('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await from('2001:db8:1:3::1')).status).toBe(200);
  });

  it('is never higher than the plan, and none where the plan has none', async () => {
    edge.configure((config) => {
      limited(config);
      config.policy!.rateLimitRequests = 1_000;
      config.entitlements!.maxRateLimitRequests = 2;
    });
    await from('203.0.113.3');
    await from('203.0.113.3');
    expect((await from('203.0.113.3')).status).toBe(429);
    edge.configure((config) => {
      limited(config);
      config.entitlements!.rateLimiting = false;
    });
    for (let round = 0; round < 8; round++) expect((await from('203.0.113.4')).status).toBe(200);
  });

  it('holds when a ban is lifted, and when another node made it', async () => {
    edge.worker.bans.learn('site-1', '203.0.113.5', Date.now() + 60_000, Date.now());
    expect((await from('203.0.113.5')).status).toBe(429);
    edge.worker.bans.learn('site-1', '203.0.113.5', 0, Date.now());
    expect((await from('203.0.113.5')).status).toBe(200);
  });
});

describe('rules', () => {
  it('block with a page that names the request id, for people and for programs', async () => {
    const page = await from('203.0.113.1', '/?q=attack', 'Accept: text/html\r\n');
    expect(page.status).toBe(403);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain(last().requestId);
    expect(page.body).not.toContain('attack');
    const json = await from('203.0.113.1', '/?q=attack', 'Accept: application/json\r\n');
    expect(json.headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(json.body)).toMatchObject({ status: 403, request_id: last().requestId });
    expect([last().action, last().reason]).toEqual([EdgeAction.BLOCK, 'rule']);
    expect(origin.requests).toHaveLength(0);
  });

  it('see bodies, and see all of what is held', async () => {
    const body = `${'x'.repeat(200_000)}attack`;
    const answer = await sendRaw(
      edge.port,
      `POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      1_000,
    );
    expect(answer.status).toBe(403);
    expect(origin.requests).toHaveLength(0);
  });

  it('look into compressed bodies, and refuse bombs and bodies that are not what they say', async () => {
    const post = (body: Buffer, coding = 'gzip') =>
      sendRaw(
        edge.port,
        Buffer.concat([
          Buffer.from(
            `POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`,
          ),
          body,
        ]),
        1_000,
      );
    expect((await post(gzipSync('an attack in gzip'))).status).toBe(403);
    const fine = gzipSync('nothing of the kind');
    expect((await post(fine)).status).toBe(200);
    expect(origin.requests.at(-1)!.body.equals(fine)).toBe(true);
    expect((await post(gzipSync(Buffer.alloc(30_000_000)))).status).toBe(413);
    expect(last().reason).toBe('body_bomb');
    expect((await post(Buffer.from('plain=attack'))).status).toBe(400);
    expect((await post(Buffer.from('plain=attack'), 'x-unknown')).status).toBe(403);
  });

  it('stop nothing in log-only mode, and remember what they would have done', async () => {
    edge.configure((config) => {
      config.policy!.mode = edgeV1.EngineMode.DETECTION_ONLY;
      config.policy!.geoBlocking = true;
      config.policy!.blockedCountries = ['CN'];
      config.policy!.rateLimiting = true;
      config.policy!.rateLimitRequests = 1;
    });
    expect((await from('198.51.100.7', '/?q=attack')).status).toBe(200);
    expect([last().action, last().reason]).toEqual([EdgeAction.LOG_ONLY, 'blocked_country']);
    await from('203.0.113.1');
    expect((await from('203.0.113.1')).status).toBe(200);
    expect([last().action, last().reason]).toEqual([EdgeAction.LOG_ONLY, 'rate_limit']);
    expect((await from('203.0.113.9', '/?q=attack')).status).toBe(200);
    expect([last().action, last().reason]).toEqual([EdgeAction.LOG_ONLY, 'rule']);
  });

  it('let pass when the engine fails, or refuse where the owner wants that; counted both ways', async () => {
    expect((await from('203.0.113.1', '/crash')).status).toBe(200);
    expect(edge.worker.counters.engineFailures).toBe(1);
    expect(edge.faults[0]!.code).toBe('engine_failure');
    edge.configure((config) => {
      config.policy!.onEngineFailure = edgeV1.FailurePolicy.CLOSED;
    });
    expect((await from('203.0.113.1', '/crash')).status).toBe(503);
    expect(last().reason).toBe('engine_failure');
  });

  it('hold back responses that they look at', async () => {
    await edge.stop();
    await origin.close();
    origin = await startRecordingOrigin((request) => {
      const body = request.head.includes('/leak') ? 'a leak of data' : 'fine';
      return `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    });
    edge = await startEdge(origin.port, { ruleSet: fakeRuleSet({ inspectResponses: true }) });
    const get = (target: string) =>
      sendRaw(edge.port, `GET ${target} HTTP/1.1\r\nHost: shop.example\r\n\r\n`);
    expect((await get('/')).body).toBe('fine');
    const leak = await get('/leak');
    expect(leak.status).toBe(403);
    expect(leak.text).not.toContain('a leak of data');
    await eventually(() => edge.records.length === 2);
    expect([last().status, last().originStatus]).toEqual([403, 200]);
  });
});

describe('sites', () => {
  const get = (host: string) => sendRaw(edge.port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);

  it('are served under their own names only', async () => {
    expect((await get('www.shop.example')).status).toBe(421);
    expect((await get('127.0.0.1')).status).toBe(421);
    expect(last().reason).toBe('unknown_host');
  });

  it('answer 503 while paused, and come back with the next document', async () => {
    edge.configure((config) => {
      config.isActive = false;
    });
    const paused = await get('shop.example');
    expect([paused.status, paused.headers['retry-after']]).toEqual([503, '300']);
    edge.configure(() => undefined);
    expect((await get('shop.example')).status).toBe(200);
  });

  it('change hosts and origins between two requests of one connection', async () => {
    const other = await startRecordingOrigin(() => 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nother');
    expect((await get('shop.example')).body).toBe('ok');
    edge.configure((config) => {
      config.hosts = ['new.example'];
      config.origin!.port = other.port;
    });
    expect((await get('shop.example')).status).toBe(421);
    expect((await get('new.example')).body).toBe('other');
    await other.close();
  });
});
