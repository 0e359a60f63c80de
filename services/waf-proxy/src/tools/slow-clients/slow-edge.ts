import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateEdgeKeys, sampleSite } from '@palisade/edge-state';
import { startEdgeNode } from '../../test-support/edge-node.ts';
import { startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { storeSites } from '../../test-support/sites-on-disk.ts';
import type { AttackedEdge } from './run-attack.ts';

/**
 * On loopback the kernel takes some 2.6 MiB of an answer that nobody reads; this is more, so that answers stand still. Not
 * much more: a thousand of them would use up what the kernel lets all connections of the machine have, the probes' too.
 */
const BYTES = 3 * 1024 * 1024;
const LARGE = Buffer.concat([
  Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${BYTES}\r\n\r\n`),
  Buffer.alloc(BYTES, 'x'),
]);

export interface SlowEdge extends AttackedEdge {
  stop(): Promise<void>;
}

/**
 * An edge node as in production, with one worker, so that all connections are that one's.
 *
 * @param capped one address may hold so many connections as usual. Otherwise there is no cap, as if the attacker had many
 *   addresses: then only the deadlines end slow connections.
 */
export async function startSlowEdge(capped: boolean): Promise<SlowEdge> {
  const origin = await startRecordingOrigin(({ head }) =>
    head.startsWith('GET /large') ? LARGE : 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  );
  const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-edge-'));
  const keys = generateEdgeKeys();
  const site = sampleSite({
    hosts: ['localhost'],
    origin: { host: '127.0.0.1', port: origin.port, useTls: false, timeoutMs: 30_000 },
  });
  await storeSites(dataDir, keys, [site]);
  const node = await startEdgeNode({
    dataDir,
    managedRules: true,
    keys,
    environment: capped ? { PALISADE_EDGE_TRUSTED_PROXIES: '' } : {},
  });
  await node.ready();
  return {
    url: `http://localhost:${node.port}`,
    openConnections: () => openConnections(node.adminPort),
    stop: async () => {
      await node.terminate();
      await origin.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function openConnections(adminPort: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  const found = /^palisade_edge_open_connections\{.*\} (\d+)$/m.exec(metrics);
  if (found === null) throw new Error('the edge does not tell how many connections it has');
  return Number(found[1]);
}
