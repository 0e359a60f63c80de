import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { caching, counting, stopCaching } from '../test-support/caching-edge.ts';
import { type EdgeHarness, startEdge } from '../test-support/edge-harness.ts';
import { sendRaw } from '../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../test-support/recording-origin.ts';

let origin: RecordingOrigin;
let edge: EdgeHarness;

beforeEach(async () => {
  origin = await startRecordingOrigin();
  edge = await startEdge(origin.port);
});

afterEach(async () => {
  await edge.stop();
  await origin.close();
});

type Proxies = Partial<Pick<edgeV1.TrustedProxies, 'networks' | 'header' | 'hops'>>;
const OWN = ['127.0.0.0/8'];

function believe(proxies: Proxies, change: (config: edgeV1.SiteConfig) => void = () => undefined) {
  edge.configure((config) => {
    config.delivery!.trustedProxies = create(edgeV1.TrustedProxiesSchema, { hops: 1, ...proxies });
    change(config);
  });
}

/** From 127.0.0.1, where the site's proxy is. */
const ask = (...fields: string[]) =>
  sendRaw(
    edge.port,
    `GET / HTTP/1.1\r\nHost: shop.example\r\n${fields.map((field) => `${field}\r\n`).join('')}Connection: close\r\n\r\n`,
    1_000,
  );
const last = () => edge.records.at(-1)!;
const sent = () => origin.requests.at(-1)!.head;

describe('a visitor whom the site’s own proxy reports', () => {
  it('is who is blocked, counted, logged and told to the origin', async () => {
    believe({ networks: OWN }, (config) => {
      config.policy!.blockedIps = ['198.51.100.9'];
    });
    expect((await ask('X-Forwarded-For: 198.51.100.9')).status).toBe(403);
    expect([last().client.text, last().reason]).toEqual(['198.51.100.9', 'blocked_address']);
    expect((await ask('X-Forwarded-For: 198.51.100.9, 203.0.113.5')).status).toBe(200);
    expect(last().client.text).toBe('203.0.113.5');
    // What stands further left is the visitor's own invention.
    expect(sent()).toContain('X-Forwarded-For: 203.0.113.5, 127.0.0.1\r\n');
    expect(sent()).toContain('X-Real-IP: 203.0.113.5\r\n');
    expect(sent()).toContain('for=203.0.113.5;');
    expect(sent()).not.toContain('198.51.100.9');
  });

  it('is limited by its own address, while others behind the same proxy are served', async () => {
    believe({ networks: OWN }, (config) => {
      config.policy!.rateLimiting = true;
      config.policy!.rateLimitRequests = 10;
    });
    for (let request = 0; request < 20; request++) await ask('X-Forwarded-For: 198.51.100.9');
    expect((await ask('X-Forwarded-For: 198.51.100.9')).status).toBe(429);
    expect((await ask('X-Forwarded-For: 203.0.113.5')).status).toBe(200);
    expect((await ask('X-Forwarded-For: 2001:db8::5')).status).toBe(200);
  });

  it.each<[string, Proxies, string[], string]>([
    ['Forwarded', { header: 'Forwarded' }, ['Forwarded: for=6.6.6.6, for="[2001:db8::7]:1"'], '2001:db8::7'],
    ['a named header', { header: 'CF-Connecting-IP' }, ['cf-connecting-ip: 203.0.113.5'], '203.0.113.5'],
    [
      'one of two proxies',
      { hops: 2, networks: [...OWN, '10.0.0.0/8'] },
      ['X-Forwarded-For: 6.6.6.6, 203.0.113.5, 10.0.0.1'],
      '203.0.113.5',
    ],
    [
      'the nearer of two, where one stands',
      { networks: [...OWN, '10.0.0.0/8'] },
      ['X-Forwarded-For: 203.0.113.5, 10.0.0.1'],
      '10.0.0.1',
    ],
    [
      'lines that belong together',
      {},
      ['X-Forwarded-For: 6.6.6.6', 'X-Forwarded-For: 203.0.113.5'],
      '203.0.113.5',
    ],
  ])('is read from %s', async (_, proxies, fields, client) => {
    believe({ networks: OWN, ...proxies });
    expect((await ask(...fields)).status).toBe(200);
    expect(last().client.text).toBe(client);
  });

  it.each<[string, Proxies, string[]]>([
    ['the proxy reports nobody', {}, []],
    ['it reports no address', {}, ['X-Forwarded-For: unknown']],
    [
      'a single address stands twice',
      { header: 'X-Visitor' },
      ['X-Visitor: 6.6.6.6', 'X-Visitor: 203.0.113.5'],
    ],
    ['another header says so', { header: 'X-Visitor' }, ['X-Forwarded-For: 6.6.6.6']],
  ])('is the proxy itself where %s', async (_, proxies, fields) => {
    believe({ networks: OWN, ...proxies });
    await ask(...fields);
    expect(last().client.text).toBe('127.0.0.1');
  });
});

describe('what a visitor says itself', () => {
  it.each(['X-Forwarded-For', 'Forwarded', 'X-Visitor', 'CF-Connecting-IP'])(
    'in %s is not believed, and does not reach the origin',
    async (header) => {
      believe({ networks: ['10.0.0.0/8', '2001:db8::/32'], header }, (config) => {
        config.delivery!.passUnderscoreHeaders = true;
      });
      const said = header === 'Forwarded' ? 'for=6.6.6.6' : '6.6.6.6';
      await ask(`${header}: ${said}`, `${header.replaceAll('-', '_')}: ${said}`);
      expect(last().client.text).toBe('127.0.0.1');
      expect(sent()).not.toContain('6.6.6.6');
      expect(sent()).toContain('X-Forwarded-For: 127.0.0.1\r\n');
    },
  );

  it('is replaced by the visitor’s address under the name that the origin knows', async () => {
    believe({ networks: OWN, header: 'X-Visitor' });
    await ask('x-visitor: 203.0.113.5');
    expect(sent().match(/^x-visitor:.*$/gim)).toEqual(['X-Visitor: 203.0.113.5']);
  });
});

describe('behind the site’s proxy', () => {
  it('answers are stored, though each request names another visitor', async () => {
    const { edge: caches, get } = await caching(counting('Cache-Control: max-age=600'), (config) => {
      config.delivery!.trustedProxies = create(edgeV1.TrustedProxiesSchema, {
        networks: OWN,
        header: 'X-Visitor',
      });
    });
    const status = () => caches.records.at(-1)!.cacheStatus;
    await get('/a', 'X-Visitor: 203.0.113.5');
    expect((await get('/a', 'X-Visitor: 198.51.100.9')).body).toBe('answer 1');
    expect([status(), caches.records.at(-1)!.client.text]).toEqual(['hit', '198.51.100.9']);
    // What else a visitor sends may still change the answer, which then is nobody else's.
    await get('/b', 'X-Visitor: 203.0.113.5', 'X-Unknown: 1');
    expect((await get('/b', 'X-Visitor: 203.0.113.5')).body).toBe('answer 3');
    await stopCaching();
  });

  it('HTTPS is what the proxy says, so that nobody is redirected in a circle', async () => {
    const redirects = (config: edgeV1.SiteConfig) => {
      config.delivery!.httpsRedirect = true;
      config.tls = create(edgeV1.TlsMaterialSchema, {
        certificateChainPem: 'x',
        sealedPrivateKey: new Uint8Array(1),
      });
    };
    believe({ networks: OWN }, redirects);
    expect((await ask('X-Forwarded-For: 203.0.113.5', 'X-Forwarded-Proto: https')).status).toBe(200);
    expect((await ask('X-Forwarded-For: 203.0.113.5', 'X-Forwarded-Proto: http')).status).toBe(301);
    believe({ networks: ['10.0.0.0/8'] }, redirects);
    expect((await ask('X-Forwarded-Proto: https')).status).toBe(301);
  });

  it('the operator’s own proxies come first', async () => {
    await edge.stop();
    edge = await startEdge(origin.port, { trustedProxies: ['127.0.0.1'], trustedHops: 1 });
    believe({ networks: ['10.0.0.0/8'] });
    await ask('X-Forwarded-For: 6.6.6.6, 203.0.113.5, 10.0.0.1');
    expect(last().client.text).toBe('203.0.113.5');
    expect(sent()).toContain('X-Forwarded-For: 203.0.113.5, 10.0.0.1, 127.0.0.1\r\n');
    await ask('X-Forwarded-For: 6.6.6.6, 203.0.113.5');
    expect(last().client.text).toBe('203.0.113.5');
    believe({ networks: ['10.0.0.0/8'], header: 'CF-Connecting-IP' });
    await ask('X-Forwarded-For: 10.0.0.1', 'CF-Connecting-IP: 203.0.113.5');
    expect([last().client.text, sent().match(/^X-Forwarded-For: (.*)$/m)?.[1]]).toEqual([
      '203.0.113.5',
      '203.0.113.5, 10.0.0.1, 127.0.0.1',
    ]);
    await ask('X-Forwarded-For: 198.51.100.1', 'CF-Connecting-IP: 6.6.6.6');
    expect(last().client.text).toBe('198.51.100.1');
  });

  it('an address counts for its site alone where sites share what there is', async () => {
    believe({ networks: OWN });
    await ask('X-Forwarded-For: 203.0.113.5');
    const { vouchedBy, key } = last().client;
    expect([vouchedBy, key]).toEqual([last().site!.siteId, '203.0.113.5']);
  });
});
