import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EdgeConfigPublisher, generateEdgeKeys, sampleSite } from '@palisade/edge-state';
import { startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { type Http3Answer, Http3Client, type Http3Request } from '../../test-support/http3-client.ts';
import { http3Programs, siteCertificate } from '../../test-support/http3-edge.ts';
import { eventually } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const keys = generateEdgeKeys();
const programs = await http3Programs();
const describeHttp3 = (title: string, tests: () => void) =>
  programs === null ? describe.skip(`${title} [skipped: no Go]`, tests) : describe(title, tests);

describeHttp3('a node with an HTTP/3 front', () => {
  let origin: RecordingOrigin;
  let server: Awaited<ReturnType<typeof startTestRedis>>;
  let redis: Redis;
  let folder: string;
  let node: EdgeNode;
  let client: Http3Client;

  beforeAll(async () => {
    origin = await startRecordingOrigin();
    folder = mkdtempSync(path.join(tmpdir(), 'http3-node-'));
    server = await startTestRedis();
    redis = new Redis(server.url);
    const site = sampleSite({
      origin: { host: '127.0.0.1', port: origin.port, useTls: false, timeoutMs: 5_000 },
    });
    site.tls = await siteCertificate('shop.example', keys.sealing);
    await new EdgeConfigPublisher(redis, keys.signing).publish(site);
    node = await startEdgeNode({
      dataDir: folder,
      keys,
      redisUrl: server.url,
      workers: 2,
      environment: { PALISADE_EDGE_HTTP3_PROGRAM: programs!.front },
    });
    await node.ready();
    client = new Http3Client(programs!.client, node.httpsPort);
    await eventuallyTrue(async () => (await ask()).status === 200);
  });
  afterAll(async () => {
    await client?.stop();
    await node?.terminate();
    redis?.disconnect();
    await server?.dispose();
    await origin?.close();
    rmSync(folder, { recursive: true });
  });

  const ask = (connection?: string, asked: Http3Request = {}): Promise<Http3Answer> =>
    client.ask(connection === undefined ? asked : { connection, ...asked });

  async function eventuallyTrue(check: () => Promise<boolean>): Promise<void> {
    let isTrue = false;
    const looking = setInterval(() => {
      void check().then((now) => {
        isTrue ||= now;
      });
    }, 100);
    try {
      await eventually(() => isTrue);
    } finally {
      clearInterval(looking);
    }
  }

  async function altSvc(): Promise<unknown> {
    const session = connectHttp2(`https://127.0.0.1:${node.httpsPort}`, {
      servername: 'shop.example',
      rejectUnauthorized: false,
    });
    const stream = session.request({ ':authority': `shop.example:${node.httpsPort}`, ':path': '/' });
    const headers = await new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve));
    stream.resume();
    session.close();
    return headers['alt-svc'];
  }

  const metrics = async () => (await fetch(`http://127.0.0.1:${node.adminPort}/metrics`)).text();

  it('offers it at the port that clients came to, and counts what comes', async () => {
    expect(await altSvc()).toBe(`h3=":${node.httpsPort}"; ma=86400`);
    await eventuallyTrue(async () =>
      /^palisade_edge_http3_requests_total\{[^}]*\} [1-9]/m.test(await metrics()),
    );
    expect(await metrics()).toMatch(/^palisade_edge_http3_healthy\{[^}]*\} 1$/m);
  });

  it('keeps a client’s connection while all workers are replaced', async () => {
    const { localPort } = await ask('kept');
    const outcomes: string[] = [];
    const ports = new Set<number>([localPort]);
    let isOver = false;
    const visits = (async () => {
      while (!isOver) {
        // An upload may have an effect, so that nobody may send it twice.
        const answer = await ask('kept', outcomes.length % 2 ? { method: 'POST', body: 'a=1' } : {});
        outcomes.push(answer.error ?? String(answer.status));
        ports.add(answer.localPort);
      }
    })();
    node.signal('SIGHUP');
    await eventually(() => node.log().includes('all workers have been replaced'));
    const { length } = outcomes;
    await eventually(() => outcomes.length > length + 20);
    isOver = true;
    await visits;
    expect(new Set(outcomes)).toEqual(new Set(['200']));
    expect(ports.size).toBe(1);
  });

  it('goes on by TCP while its front is dead, and over HTTP/3 soon after', async () => {
    const { http3 } = (await node.health()) as unknown as { http3: { pid: number } };
    await ask('broken');
    process.kill(http3.pid, 'SIGKILL');
    await eventuallyTrue(async () => (await altSvc()) === 'clear');
    await eventuallyTrue(async () => (await ask()).status === 200);
    // The new front rejects the unknown connection at once.
    await eventuallyTrue(async () => (await ask('broken')).status === 200);
    await eventuallyTrue(async () => (await altSvc()) === `h3=":${node.httpsPort}"; ma=86400`);
  });

  it('writes no key down', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.(pem|key)$/.test(file))).toEqual([]);
  });

  it('finishes what has begun at SIGTERM, and its front ends with it', async () => {
    const { http3 } = (await node.health()) as unknown as { http3: { pid: number } };
    const pending = ask('last');
    expect((await pending).status).toBe(200);
    expect(await node.terminate()).toBe(0);
    expect(() => process.kill(http3.pid, 0)).toThrow('ESRCH');
  });
});
