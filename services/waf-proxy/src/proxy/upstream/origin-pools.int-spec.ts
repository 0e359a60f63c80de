import { ManualDeadlines } from '../../test-support/manual-deadlines.ts';
import { eventually } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { OriginAddressPolicy } from './internal-addresses.ts';
import type { OriginChannel } from './origin-channel.ts';
import { OriginConnector, type OriginEndpoint } from './origin-connect.ts';
import type { ExchangeListener } from './origin-connection.ts';
import { OriginPools } from './origin-pools.ts';

const LIMIT = 2;
const BODY = 'x'.repeat(4 * 1024 * 1024);

let origin: RecordingOrigin;
let pools: OriginPools;
let clock: ManualDeadlines;
let endpoint: OriginEndpoint;

beforeEach(async () => {
  origin = await startRecordingOrigin(
    () => `HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
  );
  clock = new ManualDeadlines();
  pools = new OriginPools(new OriginConnector(new OriginAddressPolicy(['127.0.0.1'])), clock, LIMIT);
  endpoint = {
    key: 'origin',
    host: '127.0.0.1',
    port: origin.port,
    useTls: false,
    verifyTls: true,
    serverName: '',
    http2: false,
  };
});

afterEach(async () => {
  pools.close();
  await origin.close();
});

/** A request whose response nobody takes, once its head has come. */
async function unread(reclaimed: () => void): Promise<OriginChannel> {
  let channel: OriginChannel | null = null;
  let paused = false;
  const listener: ExchangeListener = {
    onInformational: () => undefined,
    onHead: () => {
      channel!.pause();
      paused = true;
    },
    onBody: () => undefined,
    onLull: () => undefined,
    onComplete: () => undefined,
    onUpgraded: () => undefined,
    onFailure: () => undefined,
    onDrain: () => undefined,
    onReclaimed: () => {
      reclaimed();
      channel!.abandon();
    },
  };
  pools.acquire(
    endpoint,
    {
      onConnection: (connection) => {
        channel = connection;
        const request = { isHead: false, mayUpgrade: false, timeoutMs: 60_000 };
        connection.begin(listener, 'GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n', null, true, request);
      },
      onFailure: (error) => {
        throw error;
      },
    },
    false,
  );
  await eventually(() => paused);
  return channel!;
}

describe('connections whose response nobody takes', () => {
  it('are taken from their clients when others wait, the longest idle first, and not before', async () => {
    const reclaimed: string[] = [];
    await unread(() => reclaimed.push('first'));
    clock.pass(1_000);
    await unread(() => reclaimed.push('second'));
    clock.pass(6_000);
    // Nobody waits, so nobody is in the way.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(reclaimed).toEqual([]);
    let served = false;
    pools.acquire(
      endpoint,
      {
        onConnection: () => {
          served = true;
        },
        onFailure: (error) => {
          throw error;
        },
      },
      false,
    );
    await eventually(() => served);
    expect(reclaimed).toEqual(['first']);
  });
});
