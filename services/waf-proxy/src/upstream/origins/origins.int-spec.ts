import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { GeoDatabase } from '../../io/addresses/geo.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const named = (name: string) =>
  startRecordingOrigin(() => `HTTP/1.1 200 OK\r\nContent-Length: ${name.length}\r\n\r\n${name}`);

const FROM_GERMANY = '85.214.132.117';
const FROM_CHINA = '1.2.4.8';
const geo = GeoDatabase.fromPackage();

let first: RecordingOrigin;
let second: RecordingOrigin;
let edge: EdgeHarness;
const held: (() => void)[] = [];

beforeEach(async () => {
  first = await named('first');
  second = await named('second');
  edge = await startEdge(first.port, { geo, trustedProxies: ['127.0.0.1'] });
});

afterEach(async () => {
  await edge.stop();
  await first.close();
  await second.close();
  for (const release of held.splice(0)) release();
});

function balance(change: (site: edgeV1.SiteConfig) => void = () => undefined, port = second.port): void {
  edge.configure((config) => {
    config.loadBalancing = create(edgeV1.LoadBalancingSchema, {
      moreOrigins: [{ host: '127.0.0.1', port, weight: 1 }],
    });
    change(config);
  });
}

const get = (headers = '', method = 'GET', body = '') =>
  sendRaw(
    edge.port,
    `${method} / HTTP/1.1\r\nHost: shop.example\r\n${headers}Connection: close\r\n\r\n${body}`,
    2_000,
  );

async function bodies(count: number): Promise<string[]> {
  const seen: string[] = [];
  for (let index = 0; index < count; index++) seen.push((await get()).body);
  return seen;
}

/** A port where nobody listens, and nobody can until the test ends: it is the local end of a connection. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const holder = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(holder, 'connect');
  held.push(() => {
    holder.destroy();
    server.close();
  });
  return holder.localPort!;
}

describe('several origins', () => {
  it('share the requests', async () => {
    balance();
    expect((await bodies(6)).sort()).toEqual(['first', 'first', 'first', 'second', 'second', 'second']);
  });

  it('stand in for one that does not take connections, also for requests that may not be sent twice', async () => {
    balance(undefined, await closedPort());
    expect(await bodies(4)).toEqual(Array(4).fill('first'));
    const answers = await Promise.all([1, 2, 3, 4].map(() => get('Content-Length: 5\r\n', 'POST', 'hello')));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([200, 'first']));
    expect(first.requests.filter(({ body }) => body.toString() === 'hello')).toHaveLength(4);
    expect(edge.worker.counters.originRetries).toBeGreaterThan(0);
  });

  it('stand in for one that breaks off, but only for what may be sent twice', async () => {
    const broken = await startRecordingOrigin((_request, socket) => {
      socket.destroy();
      return null;
    });
    try {
      balance(undefined, broken.port);
      expect(await bodies(2)).toEqual(['first', 'first']);
      const posts = [
        await get('Content-Length: 1\r\n', 'POST', 'x'),
        await get('Content-Length: 1\r\n', 'POST', 'x'),
      ];
      expect(posts.map(({ status }) => status).sort()).toEqual([200, 502]);
    } finally {
      await broken.close();
    }
  });

  it('keep a visitor by a cookie that is sent once', async () => {
    balance((config) => {
      config.loadBalancing!.sticky = true;
    });
    const answer = await get();
    const cookie = /^__palisade_origin=[\w-]{12}/.exec(answer.headers['set-cookie'] ?? '')![0];
    expect(answer.headers['set-cookie']).toBe(`${cookie}; Path=/; HttpOnly; SameSite=Lax`);
    for (let index = 0; index < 4; index++) {
      const next = await get(`Cookie: a=b; ${cookie}; c=d\r\n`);
      expect([next.body, next.headers['set-cookie']]).toEqual([answer.body, undefined]);
    }
  });

  it('take visitors by country, and the record says which and why', async () => {
    balance((config) => {
      config.loadBalancing!.moreOrigins[0]!.places = ['europe'];
    });
    const from = async (client: string) => (await get(`X-Forwarded-For: ${client}\r\n`)).body;
    expect([await from(FROM_GERMANY), await from(FROM_GERMANY), await from(FROM_CHINA)]).toEqual([
      'second',
      'second',
      'first',
    ]);
    const chosen = edge.records.map(({ originName, originReason }) => [originName, originReason]);
    const [near, far] = [second, first].map(({ port }) => `http://127.0.0.1:${port}`);
    expect(chosen).toEqual([
      [near, 'country'],
      [near, 'country'],
      [far, 'weight'],
    ]);
  });

  it('keep visitors of one that drains, and send new ones elsewhere', async () => {
    balance((config) => {
      config.loadBalancing!.sticky = true;
    });
    const answer = await get();
    const cookie = /^__palisade_origin=[\w-]{12}/.exec(answer.headers['set-cookie'] ?? '')![0];
    const drain = (until: number) =>
      balance((config) => {
        config.loadBalancing!.sticky = true;
        const servers = [config.origin!, config.loadBalancing!.moreOrigins[0]!];
        servers[answer.body === 'first' ? 0 : 1]!.drainUntilMs = BigInt(until);
      });
    const other = answer.body === 'first' ? 'second' : 'first';
    drain(Date.now() + 60_000);
    expect([(await get(`Cookie: ${cookie}\r\n`)).body, ...(await bodies(3))]).toEqual([
      answer.body,
      other,
      other,
      other,
    ]);
    drain(Date.now() - 1);
    expect((await get(`Cookie: ${cookie}\r\n`)).body).toBe(other);
  });

  it('are asked for another name where the site says so', async () => {
    balance((config) => {
      config.origin!.hostHeader = 'internal.example';
    });
    await get();
    expect([...first.requests, ...second.requests][0]!.head).toContain('Host: internal.example\r\n');
    expect([...first.requests, ...second.requests][0]!.head).toContain('X-Forwarded-Host: shop.example\r\n');
  });

  it('all failing end in one clear 502', async () => {
    const nobody = await closedPort();
    balance(
      (config) => {
        config.origin!.port = nobody;
      },
      await closedPort(),
    );
    expect((await get()).status).toBe(502);
    expect(edge.records.at(-1)!.reason).toBe('origin:connect_failed');
  });
});
