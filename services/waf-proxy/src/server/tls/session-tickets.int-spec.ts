import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type SecureVersion, type TLSSocket } from 'node:tls';
import { generateEdgeKeys, sealTlsKey } from '@palisade/edge-state';
import { startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { generate } from 'selfsigned';
import { PSEUDONYM_KEYS, SharedKeys, TICKET_KEYS } from '../../node/supervisor/shared-keys.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';

const keys = generateEdgeKeys().sealing;
const HALF_DAY = 12 * 3_600_000;

describe('session tickets', () => {
  let workers: EdgeHarness[];

  beforeAll(async () => {
    const pems = await generate([{ name: 'commonName', value: 'shop.example' }], {
      keyType: 'ec',
      curve: 'P-256',
    });
    const start = () =>
      startEdge(1, { sealKey: keys.privateKey }, (config) => {
        config.tls = {
          certificateChainPem: pems.cert,
          sealedPrivateKey: Uint8Array.from(sealTlsKey(pems.private, 'site-1', keys.publicKey)),
          $typeName: 'palisade.edge.v1.TlsMaterial',
        };
      });
    workers = await Promise.all([start(), start()]);
  });
  afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

  /** @returns whether the handshake was short, and a session for the next */
  async function visit(worker: EdgeHarness, version: SecureVersion, session?: Buffer) {
    const socket: TLSSocket = connect({
      port: worker.httpsPort,
      host: '127.0.0.1',
      servername: 'shop.example',
      rejectUnauthorized: false,
      minVersion: version,
      maxVersion: version,
      ...(session && { session }),
    });
    const ticket = once(socket, 'session') as Promise<[Buffer]>;
    await once(socket, 'secureConnect');
    const resumed = socket.isSessionReused();
    if (!resumed) await ticket;
    // With TLS 1.3 tickets come after the handshake; reading brings them in.
    socket.resume();
    const [next] = resumed ? [session!] : await ticket;
    socket.destroy();
    return { resumed, session: next };
  }

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'of %s are taken by every worker with the same key, and by no other',
    async (version) => {
      const shared = randomBytes(48);
      for (const { worker } of workers) worker.setTicketKey(shared);
      const { session } = await visit(workers[0]!, version);
      expect(await visit(workers[1]!, version, session)).toMatchObject({ resumed: true });
      workers[1]!.worker.setTicketKey(randomBytes(48));
      expect(await visit(workers[1]!, version, session)).toMatchObject({ resumed: false });
    },
  );
});

describe('their keys', () => {
  let server: Awaited<ReturnType<typeof startTestRedis>>;
  let redis: Redis;

  beforeAll(async () => {
    server = await startTestRedis();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.dispose();
  });
  beforeEach(() => redis.flushall());

  const node = (now: () => number, sealKey = keys.privateKey) => {
    const seen: string[] = [];
    const ticketKeys = new SharedKeys(TICKET_KEYS, {
      redis,
      sealKey,
      onChange: (key) => seen.push(key.toString('hex')),
      now,
    });
    return { ticketKeys, seen };
  };

  it('are the same on all nodes, and others twice a day', async () => {
    let time = 1_000 * HALF_DAY;
    const [a, b] = [node(() => time), node(() => time)];
    await Promise.all([a.ticketKeys.synchronize(), b.ticketKeys.synchronize()]);
    await Promise.all([a.ticketKeys.synchronize(), b.ticketKeys.synchronize()]);
    expect(a.seen).toHaveLength(1);
    expect(b.seen).toEqual(a.seen);
    time += HALF_DAY;
    await Promise.all([a.ticketKeys.synchronize(), b.ticketKeys.synchronize()]);
    expect(a.seen).toHaveLength(2);
    expect(b.seen).toEqual(a.seen);
    expect(a.seen[1]).not.toBe(a.seen[0]);
  });

  it('lie in Redis encrypted, and not for long', async () => {
    const { ticketKeys, seen } = node(Date.now);
    await ticketKeys.synchronize();
    const [name] = await redis.keys('edge:ticket-key:*');
    expect((await redis.getBuffer(name!))!.toString('hex')).not.toContain(seen[0]!.slice(0, 32));
    expect(await redis.pttl(name!)).toBeGreaterThan(0);
    expect(await redis.pttl(name!)).toBeLessThanOrEqual(2 * HALF_DAY);
  });

  it('are followed by others for pseudonyms of clients, and forgotten when their day is over', async () => {
    const day = 24 * 3_600_000;
    let time = 1_000 * day + 3_600_000;
    const seen: string[] = [];
    const pseudonyms = new SharedKeys(PSEUDONYM_KEYS, {
      redis,
      sealKey: keys.privateKey,
      onChange: (key) => seen.push(key.toString('hex')),
      now: () => time,
    });
    await pseudonyms.synchronize();
    const first = pseudonyms.current;
    const [name] = await redis.keys('edge:pseudonym-key:*');
    const left = await redis.pttl(name!);
    expect(left).toBeGreaterThan(22 * 3_600_000);
    expect(left).toBeLessThanOrEqual(23 * 3_600_000 + 60_000);
    time += day;
    await pseudonyms.synchronize();
    expect(new Set(seen).size).toBe(2);
    expect(first.every((byte) => byte === 0)).toBe(true);
  });

  it('are a node’s own while it cannot share them, such as with an installation of another key', async () => {
    const a = node(Date.now);
    const stranger = node(Date.now, generateEdgeKeys().sealing.privateKey);
    await a.ticketKeys.synchronize();
    await stranger.ticketKeys.synchronize();
    await stranger.ticketKeys.synchronize();
    expect(stranger.seen).toHaveLength(1);
    expect(stranger.seen[0]).not.toBe(a.seen[0]);
  });
});
