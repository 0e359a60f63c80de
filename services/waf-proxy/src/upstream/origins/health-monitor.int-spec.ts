import { once } from 'node:events';
import {
  createServer as createHttp1Server,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttp2Server, type Http2Server, type Http2ServerRequest } from 'node:http2';
import {
  createServer as createHttpsServer,
  type Server as HttpsServer,
  type ServerOptions,
} from 'node:https';
import type { AddressInfo } from 'node:net';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { generateEdgeKeys, sampleSite, sealTlsKey } from '@palisade/edge-state';
import { OriginAddressPolicy } from '../../io/addresses/internal-addresses.ts';
import { EdgePools } from '../../io/shares/edge-pools.ts';
import { type Identity, identity } from '../../test-support/client-authority.ts';
import { eventually } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { OriginClients } from '../origin-clients.ts';
import { OriginConnector } from '../origin-connect.ts';
import { OriginNames } from '../origin-names.ts';
import { HealthMonitor, type OriginHealth } from './health-monitor.ts';
import { compileOriginGroup, type OriginGroup, primaryTarget } from './origin-group.ts';

let status = 200;
let origin: RecordingOrigin;
let monitor: HealthMonitor;
let clients: OriginClients;
let verdicts: OriginHealth[];
let checks: OriginHealth[];
let latencies: number[];

beforeEach(async () => {
  status = 200;
  verdicts = [];
  checks = [];
  latencies = [];
  origin = await startRecordingOrigin(() => `HTTP/1.1 ${status} Well\r\nContent-Length: 0\r\n\r\n`);
  clients = new OriginClients();
  monitor = new HealthMonitor(
    new OriginConnector(
      new OriginAddressPolicy({ allow: ['127.0.0.1'], refusedPorts: '' }),
      new OriginNames(new EdgePools().originLookups),
      clients,
    ),
    {
      onVerdict: (health) => verdicts.push({ ...health }),
      onLatency: (health) => latencies.push(health.latencyMs),
      onChecked: (health) => checks.push({ ...health }),
    },
  );
});

afterEach(async () => {
  monitor.stop();
  await origin.close();
});

function group(
  check: Partial<edgeV1.HealthCheck> = {},
  host = '127.0.0.1',
  preferFastest = false,
  server: Omit<Partial<edgeV1.Origin>, '$typeName'> = {},
): OriginGroup {
  const config = configOf(check, { host, ...server }, preferFastest);
  return compileOriginGroup(config, primaryTarget(config, config.origin!))!;
}

function configOf(
  check: Partial<edgeV1.HealthCheck>,
  server: Omit<Partial<edgeV1.Origin>, '$typeName'>,
  preferFastest = false,
): edgeV1.SiteConfig {
  return sampleSite({
    origin: { host: '127.0.0.1', port: origin.port, timeoutMs: 1_000, ...server },
    loadBalancing: {
      preferFastest,
      healthCheck: create(edgeV1.HealthCheckSchema, {
        path: '/healthz',
        intervalMs: 20,
        timeoutMs: 500,
        unhealthyAfter: 2,
        healthyAfter: 2,
        statusFrom: 200,
        statusTo: 399,
        ...(check as object),
      }),
    },
  });
}

const portOf = (server: Server | HttpsServer | Http2Server) => (server.address() as AddressInfo).port;

describe('health checks', () => {
  it('ask for the configured path by the name of the site, and say when a verdict turns', async () => {
    monitor.watch('site-1', group());
    await eventually(() => checks.length > 2);
    expect(origin.requests[0]!.head).toMatch(/^GET \/healthz HTTP\/1\.1\r\nHost: shop\.example\r\n/);
    expect(verdicts).toEqual([]);
    status = 503;
    await eventually(() => verdicts.length === 1);
    expect(verdicts[0]).toMatchObject({
      healthy: false,
      status: 503,
      problem: 'status: the origin answered 503',
    });
    expect(monitor.unhealthy()).toHaveLength(1);
    status = 301;
    await eventually(() => verdicts.length === 2);
    expect(verdicts[1]).toMatchObject({ healthy: true, status: 301, problem: '' });
  });

  it('need several failures in a row', async () => {
    let answers = 0;
    await origin.close();
    origin = await startRecordingOrigin(() => {
      answers++;
      return `HTTP/1.1 ${answers % 2 === 0 ? 500 : 200} X\r\nContent-Length: 0\r\n\r\n`;
    });
    monitor.watch('site-1', group());
    await eventually(() => checks.filter((check) => check.status === 500).length > 4);
    expect(verdicts).toEqual([]);
  });

  it('call a server unwell that does not answer in time, or takes no connection', async () => {
    await origin.close();
    origin = await startRecordingOrigin(() => null);
    monitor.watch('site-1', group({ timeoutMs: 50 }));
    await eventually(() => verdicts.length === 1);
    expect(verdicts[0]!.problem).toBe('timeout: no answer within 50 ms');
    await origin.close();
    await eventually(() => checks.at(-1)!.problem.startsWith('ECONNREFUSED: '));
  });

  it('tell how long answers take, where the site goes by it', async () => {
    monitor.watch('site-1', group());
    await eventually(() => checks.length > 1);
    expect([latencies, checks.at(-1)!.latencyMs > 0]).toEqual([[], true]);
    monitor.watch('site-1', group({}, '127.0.0.1', true));
    await eventually(() => latencies.length > 0);
    expect(monitor.withLatency().map(({ latencyMs }) => latencyMs > 0)).toEqual([true]);
  });

  it.each([false, true])(
    'ask under an IPv6 address where the owner named one (HTTP/2: %s)',
    async (http2) => {
      const server = http2 ? createHttp2Server() : createHttp1Server();
      const names: string[] = [];
      server.on('request', (asked: IncomingMessage | Http2ServerRequest, answer: ServerResponse) => {
        names.push(String(asked.headers[http2 ? ':authority' : 'host']));
        answer.end();
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      monitor.watch(
        'site-1',
        group({}, '127.0.0.1', false, { http2, hostHeader: '2001:db8::1', port: portOf(server) }),
      );
      await eventually(() => checks.length > 1);
      expect(checks.at(-1)).toMatchObject({ healthy: true, status: 200, problem: '' });
      expect(names[0]).toBe('[2001:db8::1]');
      monitor.stop();
      server.close();
    },
  );

  describe('of a server that wants a certificate', () => {
    let authority: Identity;
    let own: Identity;
    let mine: Identity;
    let strange: Identity;
    const servers: HttpsServer[] = [];
    const sealing = generateEdgeKeys().sealing;
    beforeAll(async () => {
      authority = await identity('Origin CA', { isAuthority: true });
      [own, mine, strange] = await Promise.all([
        identity('origin', { forServers: true }),
        identity('mine', { by: authority }),
        identity('strange'),
      ]);
    });
    afterEach(() => {
      monitor.stop();
      for (const server of servers.splice(0)) {
        server.close();
        server.closeAllConnections();
      }
    });
    const listening = async (options: ServerOptions, answer: RequestListener) => {
      const server = createHttpsServer({ key: own.key, cert: own.cert, ...options }, answer);
      servers.push(server);
      server.on('tlsClientError', () => undefined);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return portOf(server);
    };
    const locked = () =>
      listening({ ca: [authority.cert], requestCert: true, rejectUnauthorized: true }, (_asked, answer) =>
        answer.end(),
      );
    const watch = (port: number, client: Identity | null) => {
      const config = configOf({ timeoutMs: 2_000 }, { port, useTls: true, skipTlsVerification: true });
      if (client !== null) {
        config.originClient = create(edgeV1.TlsMaterialSchema, {
          certificateChainPem: client.cert,
          sealedPrivateKey: Uint8Array.from(sealTlsKey(client.key, config.siteId, sealing.publicKey)),
        });
      }
      monitor.watch(config.siteId, compileOriginGroup(config, primaryTarget(config, config.origin!)));
    };

    it('present the site’s', async () => {
      clients.useKeys([sealing.privateKey]);
      watch(await locked(), mine);
      await eventually(() => checks.length > 1);
      expect(checks.at(-1)).toMatchObject({ healthy: true, status: 200, problem: '' });
    });

    it.each([true, false])(
      'say so where it refuses (a certificate that it does not know: %s)',
      async (isStrange) => {
        clients.useKeys([sealing.privateKey]);
        const port = isStrange
          ? await listening({}, (_asked, answer) => {
              answer
                .writeHead(400)
                .end('<html>\r\n<head><title>400 The SSL certificate error</title></head>\r\n');
            })
          : await locked();
        watch(port, isStrange ? strange : null);
        await eventually(() => verdicts.length === 1);
        expect(verdicts[0]!.healthy).toBe(false);
        expect(verdicts[0]!.problem).toMatch(/^certificate_refused: /);
      },
    );

    it('count its other refusals of a request by their status', async () => {
      watch(await listening({}, (_asked, answer) => answer.writeHead(400).end()), null);
      await eventually(() => verdicts.length === 1);
      expect(verdicts[0]!.problem).toBe('status: the origin answered 400');
    });
  });

  it('never leave for an internal address', async () => {
    monitor.watch('site-1', group({}, '10.0.0.1'));
    await eventually(() => verdicts.length === 1);
    expect(verdicts[0]!.problem).toMatch(/^address_refused: /);
  });

  it('go on from the verdict when a configuration changes, and end with the site', async () => {
    status = 500;
    monitor.watch('site-1', group());
    await eventually(() => verdicts.length === 1);
    monitor.watch('site-1', group({ path: '/other' }));
    await eventually(() => origin.requests.at(-1)!.head.includes('GET /other '));
    expect(verdicts).toHaveLength(1);
    expect(monitor.size).toBe(1);
    monitor.watch('site-1', null);
    expect([monitor.size, monitor.unhealthy()]).toEqual([0, []]);
  });
});
