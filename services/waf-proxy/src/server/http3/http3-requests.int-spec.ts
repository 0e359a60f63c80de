import { statSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { loadManagedRules } from '@palisade/managed-rules';
import { eventually as retried } from '@palisade/testing';
import { compileRuleSet } from '@palisade/waf-engine';
import {
  type Http3Edge,
  http3Programs,
  siteCertificate,
  startHttp3Edge,
} from '../../test-support/http3-edge.ts';
import { eventually } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const TEN_MEGABYTES = 10 * 1024 * 1024;
/** As the front's `maxConnectionsPerClient`. */
const MAX_CONNECTIONS_PER_CLIENT = 64;
const programs = await http3Programs();
const describeHttp3 = (title: string, tests: () => void) =>
  programs === null ? describe.skip(`${title} [skipped: no Go]`, tests) : describe(title, tests);

describeHttp3('a request over HTTP/3', () => {
  let origin: RecordingOrigin;
  let http3: Http3Edge;
  const gone: Socket[] = [];

  beforeAll(async () => {
    origin = await startRecordingOrigin((request, socket) => {
      const target = request.head.split(' ')[1];
      switch (target) {
        case '/hints':
          return 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
        case '/trailers':
          return 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 7\r\n\r\n';
        case '/large':
          return Buffer.concat([
            Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${TEN_MEGABYTES}\r\n\r\n`),
            Buffer.alloc(TEN_MEGABYTES, 'x'),
          ]);
        case '/breaks':
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nhalf');
          setTimeout(() => socket.destroy(), 50);
          return null;
        case '/waits':
          socket.on('close', () => gone.push(socket));
          return null;
        case '/own-offer':
          return 'HTTP/1.1 200 OK\r\nAlt-Svc: h3=":9"\r\nContent-Length: 2\r\n\r\nok';
        default:
          return 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok';
      }
    });
    http3 = await startHttp3Edge(programs!, origin.port, { ruleSet: compileRuleSet(loadManagedRules()) });
  });
  afterAll(async () => {
    await http3.stop();
    await origin.close();
  });
  beforeEach(() => {
    http3.edge.records.length = 0;
    origin.requests.length = 0;
  });

  it('reaches the origin and comes back, with its protocol and its client’s address in the record', async () => {
    const answer = await http3.client.ask({ path: '/a//b%2f?q=%41&r="', headers: ['X-Mine', '1'] });
    expect(answer).toMatchObject({ status: 200, body: 'ok', certificate: 'first.shop.example' });
    expect(answer.headers).not.toHaveProperty('alt-svc');
    await eventually(() => http3.edge.records.length === 1);
    const [record] = http3.edge.records;
    expect(record).toMatchObject({ protocol: 'HTTP/3.0', client: { text: '127.0.0.1' } });
    // As Go's client of QUIC begins.
    expect(record?.connection).toMatchObject({
      tlsVersion: '1.3',
      fingerprint: { ja4: expect.stringMatching(/^q13d\d{4}h3_[0-9a-f]{12}_[0-9a-f]{12}$/) },
    });
    expect(record!.connection).toMatchObject({
      secure: true,
      serverName: 'shop.example',
      remotePort: answer.localPort,
    });
    const { head } = origin.requests[0]!;
    expect(head).toMatch(/^GET \/a\/\/b%2f\?q=%41&r=" HTTP\/1\.1\r\n/);
    expect(head).toMatch(/^x-forwarded-proto: https\r$/im);
    expect(head).toMatch(/^via: 3\.0 /im);
    expect(head).toMatch(/^x-forwarded-for: 127\.0\.0\.1\r$/im);
    expect(head).toMatch(/^x-mine: 1\r$/im);
    expect(head).not.toMatch(/^(accept-encoding|transfer-encoding|content-length):/im);
  });

  it('brings a body of ten megabytes there, and one back', async () => {
    const headers = ['Content-Type', 'application/octet-stream'];
    const sent = { method: 'POST', bodyBytes: TEN_MEGABYTES, headers };
    expect(await http3.client.ask(sent)).toMatchObject({ status: 200, body: 'ok' });
    expect(origin.requests.map(({ body }) => body.length)).toEqual([TEN_MEGABYTES]);
    expect(await http3.client.ask({ path: '/large' })).toMatchObject({
      status: 200,
      bodyBytes: TEN_MEGABYTES,
    });
  });

  it('is blocked with the page that others see, and logged as what it was', async () => {
    const answer = await http3.client.ask({ path: '/?q=%27%20UNION%20SELECT%20password%20FROM%20users--' });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain(http3.edge.records[0]!.requestId);
    expect(answer.headers['x-request-id']).toBe(http3.edge.records[0]!.requestId);
    expect(http3.edge.records[0]).toMatchObject({
      protocol: 'HTTP/3.0',
      status: 403,
      reason: 'rule',
    });
    expect(origin.requests).toHaveLength(0);
  });

  it('is judged by its body, which comes without a length', async () => {
    const body = `comment=${encodeURIComponent('<script>alert(1)</script>')}`;
    const headers = ['Content-Type', 'application/x-www-form-urlencoded'];
    expect(await http3.client.ask({ method: 'POST', body, headers, hidesLength: true })).toMatchObject({
      status: 403,
    });
  });

  it('gets early hints and trailers', async () => {
    const hinted = await http3.client.ask({ path: '/hints' });
    expect(hinted).toMatchObject({ status: 200, hints: ['103 </a.css>; rel=preload'] });
    expect(await http3.client.ask({ path: '/trailers' })).toMatchObject({
      body: 'ok',
      trailers: { 'x-sum': '7' },
    });
  });

  it('answers HEAD with the length of what GET would get', async () => {
    const answer = await http3.client.ask({ method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, bodyBytes: 0, headers: { 'content-length': '2' } });
  });

  it('ends at the origin when the client gives it up', async () => {
    const answer = await http3.client.ask({ path: '/waits', cancelMs: 200 });
    expect(answer.error).toContain('deadline');
    await eventually(() => gone.length === 1);
    await eventually(() => http3.edge.records.length === 1);
    expect(http3.edge.records[0]!.clientLeft).toBe(true);
  });

  it('is reset when the origin breaks off', async () => {
    const answer = await http3.client.ask({ path: '/breaks' });
    expect(answer.error).toContain('H3_INTERNAL_ERROR');
  });

  it('shares a connection with others, and goes on from another address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => http3.client.ask({ connection: 'shared' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ localPort }) => localPort)).size).toBe(1);
    await eventually(() => http3.edge.records.length === 50);
    const migrations = http3.front.count('migrations', true);
    expect(await http3.client.ask({ connection: 'shared', migrates: true })).toMatchObject({ status: 200 });
    await eventually(() => http3.edge.records.length === 51);
    const portOf = (request: number) => http3.edge.records.at(request)!.connection.remotePort;
    // The new address counts once it is proven (RFC 9000, 9.3), and the first request from it may come before that.
    await retried('a request from the new address', async () => {
      if (portOf(-1) === portOf(49)) await http3.client.ask({ connection: 'shared' });
      expect(portOf(-1)).not.toBe(portOf(49));
    });
    await eventually(() => http3.front.count('migrations', true) === migrations + 1);
  });

  it('is resumed by a ticket of the node’s key, and by none of another', async () => {
    const isResumed = async () => (await http3.client.ask({ keepsSession: true })).resumed;
    const becomes = async (resumed: boolean) => {
      while ((await isResumed()) !== resumed);
    };
    await becomes(true);
    http3.front.useTicketKey(Buffer.alloc(48, 1));
    await becomes(false);
    await becomes(true);
  });

  describe('of which two could read something else', () => {
    const PLAIN = [':method', 'GET', ':scheme', 'https', ':authority', 'shop.example', ':path', '/'];
    it.each([
      ['two authorities', [...PLAIN, 'host', 'other.example']],
      ['an authority twice', [...PLAIN.slice(0, 6), ':authority', 'shop.example', ':path', '/']],
      ['a field of the connection', [...PLAIN, 'connection', 'close']],
      ['a coding of the transfer', [...PLAIN, 'transfer-encoding', 'chunked']],
      ['a line break in a value', [...PLAIN, 'x-a', 'b\r\nc: d']],
      ['a name in upper case', [...PLAIN, 'X-A', 'b']],
      ['a blank in a name', [...PLAIN, 'x a', 'b']],
      ['two lengths', [...PLAIN, 'content-length', '0', 'content-length', '1']],
      ['a length and no body', [...PLAIN, 'content-length', '5']],
      ['a pseudo field behind others', [...PLAIN.slice(0, 6), 'x-a', 'b', ':path', '/']],
      ['no path', PLAIN.slice(0, 6)],
      ['an absolute path', [...PLAIN.slice(0, 7), 'https://other.example/']],
      ['a tunnel', [':method', 'CONNECT', ':authority', 'shop.example:443']],
    ])('is refused: %s', async (_what, fields) => {
      const answer = await http3.client.ask({ fields });
      expect([0, 400, 501]).toContain(answer.status);
      expect(answer.status === 0 ? answer.error : '').toMatch(
        answer.status === 0 ? /error code (258|270)$/ : /^$/,
      );
      expect(origin.requests).toHaveLength(0);
    });

    it('is answered 431 with a head that is too long', async () => {
      const answer = await http3.client.ask({ fields: [...PLAIN, 'x-a', 'b'.repeat(40_000)] });
      expect(answer.status).toBe(431);
      expect(await http3.client.ask({ fields: PLAIN })).toMatchObject({ status: 200 });
    });
  });

  describe('and the certificate', () => {
    it('is that of the name; without one there is no handshake', async () => {
      const stranger = await http3.client.ask({ serverName: 'stranger.example' });
      expect(stranger.error).toMatch(/CRYPTO_ERROR/);
      expect(stranger.status).toBe(0);
    });

    it('changes with the next document, for the next handshake', async () => {
      const before = await http3.client.ask({ connection: 'kept' });
      const second = await siteCertificate('second.shop.example');
      http3.edge.configure((config) => {
        config.tls = second;
      });
      expect(await http3.client.ask({})).toMatchObject({ status: 200, certificate: 'second.shop.example' });
      expect(await http3.client.ask({ connection: 'kept' })).toMatchObject({
        status: 200,
        certificate: before.certificate,
      });
    });

    it('is not shown where the site’s owner wants no streams', async () => {
      http3.edge.configure((config) => {
        config.delivery!.http2 = false;
      });
      expect((await http3.client.ask({})).error).toMatch(/CRYPTO_ERROR/);
      http3.edge.configure(() => undefined);
      expect(await http3.client.ask({})).toMatchObject({ status: 200 });
    });

    it('is not shown where the owner has switched HTTP/3 off, and open connections are sent elsewhere', async () => {
      expect(await http3.client.ask({ connection: 'open before' })).toMatchObject({ status: 200 });
      http3.edge.configure((config) => {
        config.delivery!.http3Off = true;
      });
      expect((await http3.client.ask({})).error).toMatch(/CRYPTO_ERROR/);
      expect(await http3.client.ask({ connection: 'open before' })).toMatchObject({ status: 421 });
      expect(http3.edge.records.at(-1)!.reason).toBe('http3_off');
      http3.edge.configure(() => undefined);
    });

    it('is shown where only TLS 1.3 is wanted, and not where the suites of that are narrowed down', async () => {
      const refused = () => http3.edge.worker.edge.counters.handshakesRefused;
      http3.edge.configure((config) => {
        config.delivery!.clientTls = create(edgeV1.ClientTlsSchema, {
          lowestVersion: edgeV1.TlsVersion.V1_3,
        });
      });
      expect(await http3.client.ask({ connection: 'only 1.3' })).toMatchObject({ status: 200 });
      const before = refused();
      http3.edge.configure((config) => {
        config.delivery!.clientTls = create(edgeV1.ClientTlsSchema, {
          ciphers: edgeV1.CipherProfile.STRONG,
        });
      });
      expect((await http3.client.ask({})).error).toMatch(/CRYPTO_ERROR/);
      expect(refused()).toBe(before + 1);
      http3.edge.configure(() => undefined);
    });
  });

  describe('is offered', () => {
    const overHttp2 = async (target = '/') => {
      const session = connectHttp2(`https://127.0.0.1:${http3.edge.httpsPort}`, {
        servername: 'shop.example',
        rejectUnauthorized: false,
      });
      const stream = session.request({ ':authority': 'shop.example', ':path': target });
      const headers = await new Promise<Record<string, unknown>>((resolve) =>
        stream.once('response', resolve),
      );
      stream.resume();
      session.close();
      return headers['alt-svc'];
    };

    it('to clients of HTTP/2 while the front is there, and taken back when it is not; never by the origin', async () => {
      expect(await overHttp2('/own-offer')).toBe('h3=":443"; ma=86400');
      const pid = http3.front.state.pid!;
      process.kill(pid, 'SIGKILL');
      await eventually(() => !http3.front.state.isHealthy);
      expect(await overHttp2()).toBe('clear');
      await eventually(() => http3.front.state.isHealthy);
      expect(http3.front.state.pid).not.toBe(pid);
      expect(http3.front.state.restarts).toBe(1);
      expect(await overHttp2()).toBe('h3=":443"; ma=86400');
      http3.edge.configure((config) => {
        config.delivery!.clientTls = create(edgeV1.ClientTlsSchema, {
          ciphers: edgeV1.CipherProfile.STRONG,
        });
      });
      expect(await overHttp2()).toBe('clear');
      http3.edge.configure((config) => {
        config.delivery!.http3Off = true;
      });
      expect(await overHttp2()).toBe('clear');
      http3.edge.configure(() => undefined);
    });
  });

  it('has its share: an address with many connections proves that it is one, and gets no more than so many', async () => {
    const before = {
      retries: http3.front.count('retries', true),
      refused: http3.front.count('refused', true),
    };
    const answers = await Promise.all(
      Array.from({ length: MAX_CONNECTIONS_PER_CLIENT + 6 }, (_, index) =>
        http3.client.ask({ connection: `hoarded-${index}` }),
      ),
    );
    const served = answers.filter(({ status }) => status === 200);
    expect(served.length).toBeGreaterThan(MAX_CONNECTIONS_PER_CLIENT / 2);
    expect(served.length).toBeLessThanOrEqual(MAX_CONNECTIONS_PER_CLIENT);
    await eventually(() => http3.front.count('refused', true) >= before.refused + 6);
    expect(http3.front.count('retries', true)).toBeGreaterThan(before.retries);
    expect(http3.front.count('connections', false)).toBeLessThanOrEqual(MAX_CONNECTIONS_PER_CLIENT);
    await Promise.all(
      answers.flatMap(({ status }, index) =>
        status === 200 ? [http3.client.ask({ connection: `hoarded-${index}`, closes: true })] : [],
      ),
    );
    await eventually(() => http3.front.count('connections', false) < MAX_CONNECTIONS_PER_CLIENT / 2);
  });

  it('cannot be forged: the sockets are the owner’s, and want to hear whose requests follow', async () => {
    for (const name of ['h3.sock', 'tls.sock'])
      expect(statSync(path.join(http3.folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(http3.folder).mode & 0o077).toBe(0);
    const socket = connect(path.join(http3.folder, 'h3.sock'));
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
  });
});
