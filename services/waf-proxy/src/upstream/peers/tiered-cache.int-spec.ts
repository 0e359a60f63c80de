import { randomBytes } from 'node:crypto';
import { get } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { freePort, until } from '@palisade/testing';
import { generate } from 'selfsigned';
import { parseAddress } from '../../io/addresses/client-address.ts';
import { UNKNOWN_COUNTRY } from '../../io/addresses/geo.ts';
import type { PemPair } from '../../server/tls/self-signed.ts';
import { counting, response } from '../../test-support/caching-edge.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import type { PeerAddress } from './peer-list.ts';
import { PeerSeal } from './peer-seal.ts';

const SEAL_KEY = randomBytes(48).toString('base64');
const TIMEOUT_MS = 20_000;
const MIB = 1024 * 1024;
const NODES = ['edge-1', 'edge-2'];

interface Tier {
  origin: RecordingOrigin;
  edges: EdgeHarness[];
  get(edge: number, target: string, ...headers: string[]): ReturnType<typeof sendRaw>;
  send(edge: number, head: readonly string[]): ReturnType<typeof sendRaw>;
}

const toStop: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop();
});

/** Two edge nodes with caches of their own in front of one origin, each of which knows the other. */
async function startTier(
  answer: Parameters<typeof startRecordingOrigin>[0],
  change: (config: edgeV1.SiteConfig) => void = () => undefined,
  sealKeys: readonly string[] = [SEAL_KEY, SEAL_KEY],
  selfSigned: PemPair | null = null,
): Promise<Tier> {
  const origin = await startRecordingOrigin(answer);
  toStop.push(() => origin.close());
  const ports = [await freePort(), await freePort()];
  const tlsPorts = [await freePort(), await freePort()];
  const peers = NODES.map(
    (node, index): PeerAddress => ({
      node,
      host: '127.0.0.1',
      httpsPort: tlsPorts[index]!,
      httpPort: ports[index]!,
    }),
  );
  const edges: EdgeHarness[] = [];
  for (const [index, nodeId] of NODES.entries()) {
    const edge = await startEdge(
      origin.port,
      {
        nodeId,
        httpPort: ports[index]!,
        httpsPort: tlsPorts[index]!,
        selfSigned,
        sealKey: sealKeys[index]!,
        peers,
        // Other nodes are not origins: what is refused of those is asked of them all the same.
        originAddresses: { allow: ['127.0.0.0/8'], refusedPorts: ports.join(',') },
        cache: { memoryBytes: 8 * MIB, diskBytes: 0, objectBytes: 4 * MIB, folder: null, siteShare: 1 },
      },
      (config) => {
        config.policy!.caching = true;
        config.policy!.cache = create(edgeV1.CacheSettingsSchema, { tiered: true });
        config.delivery!.compression = false;
        change(config);
      },
    );
    edge.worker.peers!.useAlive(NODES);
    edges.push(edge);
    toStop.push(() => edge.stop());
  }
  const send = (edge: number, head: readonly string[]) =>
    sendRaw(ports[edge]!, [...head, 'Connection: close', '', ''].join('\r\n'), TIMEOUT_MS);
  return {
    origin,
    edges,
    send,
    get: (edge, target, ...headers) =>
      send(edge, [`GET ${target} HTTP/1.1`, 'Host: shop.example', ...headers]),
  };
}

/** One that the first node asks of the second. */
async function peersTarget(get: Tier['get'], edges: readonly EdgeHarness[]): Promise<string> {
  const { counters } = edges[1]!.worker.edge;
  for (let index = 0; ; index++) {
    const before = counters.peerRequests;
    await get(0, `/theirs-${index}`);
    if (counters.peerRequests > before) return `/theirs-${index}`;
  }
}

const FRESH = 'Cache-Control: max-age=600';
const targets = Array.from({ length: 12 }, (_, index) => `/page-${index}`);

describe('the tiered cache', () => {
  it('asks the origin once for what visitors of all nodes ask', async () => {
    const { get, origin, edges } = await startTier(counting(FRESH));
    for (const target of targets) {
      const first = await get(0, target);
      const second = await get(1, target);
      expect(second.body).toBe(first.body);
      expect(second.status).toBe(200);
    }
    expect(origin.requests).toHaveLength(targets.length);
    const answered = edges.map(({ worker }) => worker.edge.counters.peerAnswers);
    // Each node is asked for a part of the keys.
    expect(answered[0]).toBeGreaterThan(0);
    expect(answered[1]).toBeGreaterThan(0);
    expect(answered[0]! + answered[1]!).toBe(targets.length);
    // One record for each visitor's request, which says who has answered.
    const records = edges.flatMap((edge) => edge.records);
    expect(records).toHaveLength(2 * targets.length);
    const fromPeers = records.filter(({ originReason }) => originReason === 'peer');
    expect(fromPeers.map(({ originName }) => originName).sort()[0]).toBe('edge-1');
    expect(fromPeers).toHaveLength(targets.length);
  });

  it('tells the origin of the visitor, by Via of both nodes, and nothing of what nodes say to each other', async () => {
    const { get, origin, edges } = await startTier(counting(FRESH));
    for (const target of targets) await get(0, target);
    const { viaName } = edges[0]!.worker.edge;
    const heads = origin.requests.map(({ head }) => head.toLowerCase());
    const throughPeer = heads.filter((head) => head.includes(`via: 1.1 ${viaName}, 1.1 ${viaName}`));
    expect(throughPeer.length).toBe(edges[1]!.worker.edge.counters.peerRequests);
    expect(throughPeer.length).toBeGreaterThan(0);
    for (const head of throughPeer) {
      expect(head).toContain('x-forwarded-for: 127.0.0.1\r\n');
      expect(head).toContain(`cdn-loop: ${viaName}, ${viaName}\r\n`);
      expect(head).not.toContain('palisade-peer');
    }
  });

  it('shows visitors nothing of it', async () => {
    const { get } = await startTier(counting(FRESH));
    for (const target of targets.slice(0, 4)) {
      const { text } = await get(0, target);
      expect(text.toLowerCase()).not.toContain('palisade-peer');
      expect(text.toLowerCase().match(/cache-status/g)).toHaveLength(1);
      expect(text.toLowerCase().match(/x-request-id/g)).toHaveLength(1);
    }
  });

  it('goes to the origin when the other node is away, refuses, or is another server', async () => {
    const { get, origin, edges } = await startTier(counting(FRESH));
    await edges[1]!.stop();
    toStop.splice(2, 1);
    for (const target of targets) expect((await get(0, target)).status).toBe(200);
    expect(origin.requests).toHaveLength(targets.length);
    // It is left alone for a while after the first failure.
    expect(edges[0]!.worker.edge.counters.peerFallbacks).toBe(1);
  });

  it('does not believe a node with another key', async () => {
    const { get, origin, edges } = await startTier(counting(FRESH), undefined, [
      SEAL_KEY,
      randomBytes(48).toString('base64'),
    ]);
    for (const target of targets) expect((await get(0, target)).status).toBe(200);
    expect(edges[1]!.worker.edge.counters.peerRequests).toBe(0);
    expect(edges[0]!.worker.edge.counters.peerFallbacks).toBeGreaterThan(0);
    expect(origin.requests).toHaveLength(targets.length);
  });

  it('keeps from other nodes whatever tells who a visitor is', async () => {
    const { get, edges } = await startTier(counting(FRESH));
    for (const target of targets) {
      await get(0, target, 'Cookie: session=mine');
      await get(0, target, 'Authorization: Basic bWU6bWU=');
    }
    expect(edges[1]!.worker.edge.counters.peerRequests).toBe(0);
  });

  it('hands on no answer that is for one visitor', async () => {
    const { get, origin } = await startTier(counting('Cache-Control: private, max-age=600'));
    const bodies = new Set<string>();
    for (const target of targets.slice(0, 4)) {
      bodies.add((await get(0, target)).body);
      bodies.add((await get(1, target)).body);
    }
    expect(bodies.size).toBe(8);
    expect(origin.requests).toHaveLength(8);
  });

  it('does not bring back what was purged here, or changed by a request', async () => {
    const { get, send, edges } = await startTier(counting(FRESH));
    for (const target of targets) await get(1, target);
    const { siteId } = edges[0]!.worker.sites.find('shop.example')!;
    // The other node has not heard of it.
    edges[0]!.worker.purge({ siteId, kind: 'all' });
    const bodies = new Set<string>();
    for (const target of targets) bodies.add((await get(0, target)).body);
    expect(bodies).not.toContain('answer 1');
    expect(edges[1]!.worker.edge.counters.peerRequests).toBe(0);
    await send(0, ['POST /page-3 HTTP/1.1', 'Host: shop.example', 'Content-Length: 0']);
    const { body } = await get(0, '/page-3');
    expect(bodies).not.toContain(body);
  });

  it.each([
    ['Cache-Tag: shoes, red boots', ['shoes', 'red boots']],
    ['Surrogate-Key: shoes a,b', ['shoes', 'a,b']],
  ])('purges what came from the other node by the tags of %s', async (tags, values) => {
    for (const value of values) {
      const { get, edges } = await startTier(counting(FRESH, tags));
      for (const target of targets) expect((await get(0, target)).headers).not.toHaveProperty('cache-tag');
      expect(edges[0]!.worker.edge.counters.peerAnswers).toBeGreaterThan(0);
      const { siteId } = edges[0]!.worker.sites.find('shop.example')!;
      const before = await Promise.all(targets.map((target) => get(0, target)));
      edges[0]!.worker.purge({ siteId, kind: 'tag', value });
      for (const [index, target] of targets.entries())
        expect((await get(0, target)).body).not.toBe(before[index]!.body);
    }
  });

  it('asks the origin for the country of the visitor, whichever node asks', async () => {
    const everybodys = await startRecordingOrigin(() => response('for everybody', FRESH));
    toStop.push(() => everybodys.close());
    const { get, edges } = await startTier(
      () => response('for Germany', FRESH),
      (config) => {
        config.origin!.places = ['DE'];
        config.loadBalancing = create(edgeV1.LoadBalancingSchema, {
          moreOrigins: [{ host: '127.0.0.1', port: everybodys.port, weight: 1 }],
        });
      },
    );
    for (const { worker } of edges) worker.edge.geo = { find: () => ({ ...UNKNOWN_COUNTRY, code: 'DE' }) };
    const target = await peersTarget(get, edges);
    expect((await get(1, target)).body).toBe('for Germany');
    expect(everybodys.requests).toHaveLength(0);
  });

  it('asks once for a page that takes the origin longer than a node may be silent', async () => {
    const slow: Parameters<typeof startRecordingOrigin>[0] = (_request, socket) => {
      setTimeout(() => socket.write(response('slow', FRESH)), 3_000);
      return null;
    };
    const { get, origin, edges } = await startTier(slow);
    const answers = await Promise.all(targets.slice(0, 4).map((target) => get(0, target)));
    expect(answers.map(({ body }) => body)).toEqual(['slow', 'slow', 'slow', 'slow']);
    expect(origin.requests).toHaveLength(4);
    expect(edges[0]!.worker.edge.counters.peerFallbacks).toBe(0);
    expect(edges[1]!.worker.edge.counters.peerRequests).toBeGreaterThan(0);
  });

  it('goes on where one visitor’s address would have its share of connections', async () => {
    const { get, edges } = await startTier(counting(FRESH));
    const { connectionCap } = edges[1]!.worker.servers;
    // As many as one address may have; another node asks for all of its visitors.
    while (connectionCap.enter('127.0.0.1'));
    for (const target of targets) expect((await get(0, target)).status).toBe(200);
    expect(edges[1]!.worker.edge.counters.peerRequests).toBeGreaterThan(0);
    expect(edges[0]!.worker.edge.counters.peerFallbacks).toBe(0);
  });

  it('keeps nothing that was under way from another node when it was purged', async () => {
    let asked = 0;
    const slow: Parameters<typeof startRecordingOrigin>[0] = (_request, socket) => {
      asked++;
      const body = `answer ${asked}`;
      setTimeout(() => socket.write(response(body, FRESH)), 500);
      return null;
    };
    const { get, edges } = await startTier(slow);
    const { siteId } = edges[0]!.worker.sites.find('shop.example')!;
    const first = Promise.all(targets.map((target) => get(0, target)));
    await until(async () => asked === targets.length, 'all that is asked');
    for (const { worker } of edges) worker.purge({ siteId, kind: 'all' });
    const old = new Set((await first).map(({ body }) => body));
    expect(edges[1]!.worker.edge.counters.peerRequests).toBeGreaterThan(0);
    for (const edge of [0, 1])
      for (const target of targets) expect(old).not.toContain((await get(edge, target)).body);
  });

  it('renews in the background what is stale, by the other node', async () => {
    const { get, edges } = await startTier(counting('Cache-Control: max-age=1, stale-while-revalidate=60'));
    const target = await peersTarget(get, edges);
    const { body } = await get(0, target);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    const before = edges[1]!.worker.edge.counters.peerRequests;
    expect((await get(0, target)).body).toBe(body);
    await until(async () => (await get(0, target)).body !== body, 'the new copy');
    expect(edges[1]!.worker.edge.counters.peerRequests).toBeGreaterThan(before);
  });

  it.each([
    'Cache-Control: private, max-age=600',
    'Cache-Control: no-store',
    `${FRESH}\r\nSet-Cookie: session=one`,
    `${FRESH}\r\nVary: *`,
    `${FRESH}\r\nVary: X-Forwarded-For`,
  ])('lets neither node keep what is marked %j', async (line) => {
    const { get, edges } = await startTier(counting(line));
    const target = await peersTarget(get, edges);
    const bodies = new Set<string>();
    for (const edge of [0, 1, 0, 1]) bodies.add((await get(edge, target)).body);
    expect(bodies.size).toBe(4);
  });

  it('keeps languages apart, and parts out of the whole', async () => {
    const { get, edges } = await startTier(({ head }) =>
      response(`in ${/accept-language: (\w+)/i.exec(head)?.[1]}`, FRESH, 'Vary: Accept-Language'),
    );
    const target = await peersTarget(get, edges);
    for (const edge of [0, 1])
      for (const language of ['de', 'fr'])
        expect((await get(edge, target, `Accept-Language: ${language}`)).body).toBe(`in ${language}`);
    const part = await get(0, `${target}?part`, 'Accept-Language: de', 'Range: bytes=0-1');
    expect([200, 206]).toContain(part.status);
    expect((await get(1, `${target}?part`, 'Accept-Language: de')).body).toBe('in de');
  });

  it('does not ask where the site does not want it', async () => {
    const { get, edges } = await startTier(counting(FRESH), (config) => {
      config.policy!.cache!.tiered = false;
    });
    for (const target of targets) await get(0, target);
    expect(edges[1]!.worker.edge.counters.peerRequests).toBe(0);
    expect(edges[0]!.worker.edge.counters.peerFallbacks).toBe(0);
  });

  it('lets rules judge the answer at the node of the visitor', async () => {
    const { get, edges } = await startTier(() => response('leak: fatal error', FRESH, 'X-Bad: leak'));
    for (const target of targets) await get(0, target);
    const transactions = edges[0]!.records.map(({ transaction }) => transaction);
    expect(transactions.every((transaction) => transaction !== null)).toBe(true);
    // Neither node's record is made twice.
    expect(edges[1]!.records).toHaveLength(0);
  });
});

describe('the tiered cache over TLS', () => {
  const trusted = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(trusted));

  function getByTls(port: number, path: string) {
    return new Promise<{ status: number; body: string }>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, servername: 'shop.example', agent: false as const };
      const headers = { Host: 'shop.example' };
      const request = get({ ...options, headers, rejectUnauthorized: false }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces).toString() }),
        );
      });
      request.on('error', reject);
    });
  }

  async function startTlsTier(isTrusted: boolean) {
    const pems = await generate([{ name: 'commonName', value: 'shop.example' }], {
      keyType: 'ec',
      curve: 'P-256',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'shop.example' }] }],
    });
    if (isTrusted) setDefaultCACertificates([...trusted, pems.cert]);
    return startTier(counting(FRESH), undefined, [SEAL_KEY, SEAL_KEY], {
      cert: pems.cert,
      key: pems.private,
    });
  }

  it('knows the other node by the certificate of the site', async () => {
    const { origin, edges } = await startTlsTier(true);
    for (const target of targets) {
      const first = await getByTls(edges[0]!.httpsPort, target);
      expect(await getByTls(edges[1]!.httpsPort, target)).toEqual(first);
    }
    expect(origin.requests).toHaveLength(targets.length);
    expect(origin.requests.every(({ head }) => head.includes('X-Forwarded-Proto: https\r\n'))).toBe(true);
  });

  it('asks the origin where that does not hold', async () => {
    const { origin, edges } = await startTlsTier(false);
    for (const target of targets) expect((await getByTls(edges[0]!.httpsPort, target)).status).toBe(200);
    expect(origin.requests).toHaveLength(targets.length);
    expect(edges[1]!.worker.edge.counters.peerRequests).toBe(0);
    expect(edges[0]!.worker.edge.counters.peerFallbacks).toBe(1);
  });
});

describe('what a visitor says of itself as another node', () => {
  const siteOf = (edge: EdgeHarness) => edge.worker.sites.find('shop.example')!.siteId;

  async function forged(
    tier: Tier,
    change: { seal?: string; headers?: string[]; at?: number; target?: string; site?: string },
  ) {
    const { viaName } = tier.edges[1]!.worker.edge;
    const fields = [
      ...['Host', 'shop.example', 'Accept-Encoding', 'identity', 'X-Forwarded-For', '192.0.2.9'],
      ...['Via', `1.1 ${viaName}`, 'CDN-Loop', viaName, 'Connection', 'close'],
    ];
    const request = {
      siteId: change.site ?? siteOf(tier.edges[1]!),
      method: 'GET',
      scheme: 'http',
      target: '/page',
      rawHeaders: fields,
    };
    const visitor = { client: parseAddress('192.0.2.9')!, requestId: 'a-request' };
    const seal = new PeerSeal([change.seal ?? SEAL_KEY], () => change.at ?? Date.now()).seal(
      request,
      visitor,
    );
    const lines: string[] = [];
    for (let index = 0; index < fields.length - 2; index += 2)
      lines.push(`${fields[index]}: ${fields[index + 1]}`);
    return sendRaw(
      (tier.edges[1] as EdgeHarness).port,
      [
        `GET ${change.target ?? '/page'} HTTP/1.1`,
        ...lines,
        'Connection: close',
        ...(change.headers ?? []),
        `Palisade-Peer: ${seal}`,
        '',
        '',
      ].join('\r\n'),
      TIMEOUT_MS,
    );
  }

  it('is believed only with the key, for the sealed request, its site and a moment', async () => {
    const tier = await startTier(counting(FRESH));
    // The one that is right, so that the others are refused for what they change.
    expect((await forged(tier, {})).status).toBe(200);
    const refused = [
      { seal: randomBytes(48).toString('base64') },
      { target: '/admin' },
      { headers: ['X-Attack: <script>'] },
      { at: Date.now() - 60_000 },
      { at: Date.now() + 60_000 },
      { site: 'another-site' },
      { headers: ['Palisade-Peer: answered'] },
    ];
    for (const change of refused) expect((await forged(tier, change)).status).toBe(508);
    expect(tier.origin.requests).toHaveLength(1);
  });

  it('counts as nothing without a mark of ours, and does not reach origins', async () => {
    const tier = await startTier(counting('Cache-Control: no-store'));
    const { status } = await tier.get(0, '/', 'Palisade-Peer: answered');
    expect(status).toBe(200);
    expect(tier.origin.requests[0]!.head.toLowerCase()).not.toContain('palisade-peer');
    expect(tier.edges[0]!.records[0]!.fromPeer).toBeNull();
  });

  it('ends a request that comes back by CDN-Loop', async () => {
    const tier = await startTier(counting(FRESH));
    const { viaName } = tier.edges[0]!.worker.edge;
    expect((await tier.get(0, '/', `CDN-Loop: other.example, ${viaName}; v=1`)).status).toBe(508);
    expect((await tier.get(0, '/', 'CDN-Loop: other.example')).status).toBe(200);
    expect(tier.origin.requests[0]!.head).toContain(`CDN-Loop: other.example, ${viaName}`);
  });
});
