import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { EdgeConfigPublisher, generateEdgeKeys, sampleSite, sealTlsKey } from '@palisade/edge-state';
import { eventually, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { generate } from 'selfsigned';
import { type EdgeNode, startEdgeNode } from '../test-support/edge-node.ts';

/** More than enough that each of two workers gets some of them. */
const VISITS = 12;

describe('TLS sessions on two nodes of two workers each', () => {
  const keys = generateEdgeKeys();
  const folder = mkdtempSync(path.join(tmpdir(), 'edge-tickets-'));
  const nodes: EdgeNode[] = [];
  let server: Awaited<ReturnType<typeof startTestRedis>>;
  let redis: Redis;

  beforeAll(async () => {
    server = await startTestRedis();
    redis = new Redis(server.url);
    const pems = await generate([{ name: 'commonName', value: 'shop.example' }], {
      keyType: 'ec',
      curve: 'P-256',
    });
    const sealedPrivateKey = Uint8Array.from(sealTlsKey(pems.private, 'site-1', keys.sealing.publicKey));
    const tls = { certificateChainPem: pems.cert, sealedPrivateKey };
    await new EdgeConfigPublisher(redis, keys.signing).publish(sampleSite({ tls }));
    for (const nodeId of ['a', 'b']) {
      const dataDir = path.join(folder, nodeId);
      nodes.push(await startEdgeNode({ dataDir, keys, redisUrl: server.url, nodeId, workers: 2 }));
    }
    await Promise.all(nodes.map((node) => node.ready()));
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.terminate()));
    redis.disconnect();
    await server.dispose();
    rmSync(folder, { recursive: true });
  });

  /** A whole visit. Rejects while the node does not know the site. */
  async function visit(node: EdgeNode, session?: Buffer): Promise<{ resumed: boolean; session: Buffer }> {
    const socket = connect({
      port: node.httpsPort,
      host: '127.0.0.1',
      servername: 'shop.example',
      rejectUnauthorized: false,
      ...(session && { session }),
    });
    try {
      const ticket = once(socket, 'session') as Promise<[Buffer]>;
      ticket.catch(() => undefined);
      await once(socket, 'secureConnect');
      socket.resume();
      if (session !== undefined && socket.isSessionReused()) return { resumed: true, session };
      return { resumed: false, session: (await ticket)[0] };
    } finally {
      socket.destroy();
    }
  }

  it('are resumed on whichever worker and node the next connection meets', async () => {
    const [a, b] = nodes as [EdgeNode, EdgeNode];
    await eventually('both nodes knowing the site', () => Promise.all([visit(a), visit(b)]));
    // Nodes that started at the same moment agree on a key at their next look.
    const { session } = await eventually('both nodes sharing a key', async () => {
      const first = await visit(a);
      if (!(await visit(b, first.session)).resumed)
        throw new Error('the other node does not know the session');
      return first;
    });
    const visits = await Promise.all(
      Array.from({ length: VISITS }, (_, index) => visit(index % 2 === 0 ? a : b, session)),
    );
    expect(visits.map(({ resumed }) => resumed)).toEqual(Array(VISITS).fill(true));
  });
});
