import { OriginAddressPolicy } from '../io/addresses/internal-addresses.ts';
import { EdgePools } from '../io/shares/edge-pools.ts';
import { exchangeRequest } from '../test-support/exchange-request.ts';
import { ManualDeadlines } from '../test-support/manual-deadlines.ts';
import { eventually, rounds } from '../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../test-support/recording-origin.ts';
import { writeBatch } from '../test-support/write-batch.ts';
import type { ExchangeListener, OriginChannel } from './origin-channel.ts';
import { OriginConnector, type OriginEndpoint } from './origin-connect.ts';
import { OriginNames } from './origin-names.ts';
import { OriginPools } from './origin-pools.ts';

const LIMIT = 2;
const holder = { client: null, site: null };
const BODY = 'x'.repeat(8 * 1024 * 1024);

let origin: RecordingOrigin;
let pools: OriginPools;
let clock: ManualDeadlines;
let endpoint: OriginEndpoint;

beforeEach(async () => {
  origin = await startRecordingOrigin(
    () => `HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
  );
  clock = new ManualDeadlines();
  const addresses = new OriginAddressPolicy({ allow: ['127.0.0.1'], refusedPorts: '' });
  const shares = new EdgePools({ origin_connections: LIMIT });
  pools = new OriginPools(
    new OriginConnector(addresses, new OriginNames(shares.originLookups)),
    clock,
    shares,
    writeBatch(),
  );
  endpoint = {
    key: 'origin',
    host: '127.0.0.1',
    port: origin.port,
    useTls: false,
    verifyTls: true,
    serverName: '',
    client: null,
    http2: false,
    site: null,
  };
});

afterEach(async () => {
  pools.close();
  await origin.close();
});

/**
 * A request whose client takes so many bytes of the response and then no more.
 *
 * @returns once the response stands still.
 */
async function unread(take: number, reclaimed: () => void): Promise<void> {
  let channel: OriginChannel | null = null;
  let taken = 0;
  let paused = false;
  const listener: ExchangeListener = {
    onInformational: () => undefined,
    onHead: () => undefined,
    onBody: (chunk) => {
      taken += chunk.length;
      if (taken < take) return;
      channel!.pause();
      paused = true;
    },
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
  const onConnection = (connection: OriginChannel) => {
    channel = connection;
    connection.begin(listener, exchangeRequest(['GET / HTTP/1.1', 'Host: shop.example']));
  };
  pools.acquire(endpoint, { holder, onConnection, onFailure: unexpected }, false);
  await eventually(() => paused);
}

/** How many of so many further requests have got a connection. */
function another(times: number): { served: number } {
  const count = { served: 0 };
  const onConnection = () => {
    count.served++;
  };
  for (let time = 0; time < times; time++) {
    pools.acquire(endpoint, { holder, onConnection, onFailure: unexpected }, false);
  }
  return count;
}

function unexpected(error: Error): never {
  throw error;
}

describe('connections whose response nobody takes', () => {
  it('are left to their clients while nobody waits, and taken from them when somebody does', async () => {
    const reclaimed: string[] = [];
    await unread(1, () => reclaimed.push('first'));
    await unread(1, () => reclaimed.push('second'));
    clock.pass(600_000);
    await rounds(300);
    expect(reclaimed).toEqual([]);
    const waiting = another(2);
    await eventually(() => waiting.served === 2);
    expect(reclaimed.toSorted()).toEqual(['first', 'second']);
  });

  it('are taken from those first who have read least in their time, however long each has paused', async () => {
    const reclaimed: string[] = [];
    await unread(1024 * 1024, () => reclaimed.push('much at first, nothing for a while'));
    clock.pass(1_000);
    await unread(1, () => reclaimed.push('next to nothing'));
    clock.pass(300);
    const waiting = another(1);
    await eventually(() => waiting.served === 1);
    expect(reclaimed).toEqual(['next to nothing']);
  });

  it('are not taken from somebody who has only just paused', async () => {
    const reclaimed: string[] = [];
    await unread(1, () => reclaimed.push('first'));
    clock.pass(300);
    await unread(1, () => reclaimed.push('second'));
    const waiting = another(2);
    await eventually(() => waiting.served === 1);
    // Several reliefs later it is still the same.
    await rounds(400);
    expect([reclaimed, waiting.served]).toEqual([['first'], 1]);
    clock.pass(250);
    await eventually(() => waiting.served === 2);
  });
});
