import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { OriginAddressPolicy } from '../../io/addresses/internal-addresses.ts';
import { EdgePools } from '../../io/shares/edge-pools.ts';
import { eventually } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { OriginConnector } from '../origin-connect.ts';
import { OriginNames } from '../origin-names.ts';
import { HealthMonitor, type OriginHealth } from './health-monitor.ts';
import { compileOriginGroup, type OriginGroup, primaryTarget } from './origin-group.ts';

let status = 200;
let origin: RecordingOrigin;
let monitor: HealthMonitor;
let verdicts: OriginHealth[];
let checks: OriginHealth[];
let latencies: number[];

beforeEach(async () => {
  status = 200;
  verdicts = [];
  checks = [];
  latencies = [];
  origin = await startRecordingOrigin(() => `HTTP/1.1 ${status} Well\r\nContent-Length: 0\r\n\r\n`);
  monitor = new HealthMonitor(
    new OriginConnector(
      new OriginAddressPolicy({ allow: ['127.0.0.1'], refusedPorts: '' }),
      new OriginNames(new EdgePools().originLookups),
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
): OriginGroup {
  const config = sampleSite({
    origin: { host, port: origin.port, timeoutMs: 1_000 },
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
  return compileOriginGroup(config, primaryTarget(config, config.origin!))!;
}

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
