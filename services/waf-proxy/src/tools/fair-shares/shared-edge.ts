import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateEdgeKeys, sampleSite } from '@palisade/edge-state';
import { startEdgeNode } from '../../test-support/edge-node.ts';
import { startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { storeSites } from '../../test-support/sites-on-disk.ts';

export interface SharedEdge {
  port: number;
  httpsPort: number;
  /** What the node says of its pools. */
  metrics(): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

const SITES = ['shop.example', 'bait.example'];

/** An edge node as in production, with one worker and two sites of two owners. */
export async function startSharedEdge(): Promise<SharedEdge> {
  const origin = await startRecordingOrigin(({ head }) =>
    head.startsWith('POST /silent') ? null : 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  );
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shared-edge-'));
  const keys = generateEdgeKeys();
  const sites = SITES.map((host) =>
    sampleSite({
      siteId: crypto.randomUUID(),
      ownerId: crypto.randomUUID(),
      hosts: [host],
      origin: { host: '127.0.0.1', port: origin.port, useTls: false, timeoutMs: 60_000 },
    }),
  );
  await storeSites(dataDir, keys, sites);
  const node = await startEdgeNode({
    dataDir,
    managedRules: true,
    keys,
    environment: { PALISADE_EDGE_TRUSTED_PROXIES: '', PALISADE_EDGE_SELF_SIGNED: 'true' },
  });
  await node.ready();
  return {
    port: node.port,
    httpsPort: node.httpsPort,
    metrics: async () => {
      const text = await (await fetch(`http://127.0.0.1:${node.adminPort}/metrics`)).text();
      const read = (name: string) =>
        Number(
          new RegExp(`^palisade_edge_${name}\\{[^}]*pool="waiting_bodies"[^}]*\\} (\\d+)$`, 'm').exec(
            text,
          )?.[1] ?? 0,
        );
      return { shed: read('pool_shed_total'), refused: read('pool_refused_total') };
    },
    stop: async () => {
      await node.terminate();
      await origin.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
