import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { edgeV1 } from '@palisade/contracts';
import { generateEdgeKeys, sealTlsKey } from '@palisade/edge-state';
import { freePort, goProgram } from '@palisade/testing';
import { generate } from 'selfsigned';
import { Http3Front } from '../node/supervisor/http3-front.ts';
import type { EdgeWorkerOptions } from '../node/worker/edge-worker-options.ts';
import { type EdgeHarness, startEdge } from './edge-harness.ts';
import { Http3Client } from './http3-client.ts';
import { eventually } from './raw-client.ts';

const { sealing } = generateEdgeKeys();

/** The front and a client for it, built on first use; null where this machine has no Go. */
export async function http3Programs(): Promise<{ front: string; client: string } | null> {
  const front = await goProgram('http3-front');
  const client = await goProgram('http3-testclient');
  if ('program' in front && 'program' in client) return { front: front.program, client: client.program };
  const missing = 'missing' in front ? front.missing : 'missing' in client ? client.missing : '';
  if (missing === NO_GO) return null;
  throw new Error(missing);
}

const NO_GO = 'there is no Go on this machine';

/** A certificate of the sample site in the name of `commonName`. */
export async function siteCertificate(
  commonName: string,
  {
    publicKey = sealing.publicKey,
    siteId = 'site-1',
  }: Partial<Pick<typeof sealing, 'publicKey'>> & {
    siteId?: string;
  } = {},
): Promise<NonNullable<edgeV1.SiteConfig['tls']>> {
  const pems = await generate([{ name: 'commonName', value: commonName }], { keyType: 'ec', curve: 'P-256' });
  return {
    certificateChainPem: pems.cert,
    sealedPrivateKey: Uint8Array.from(sealTlsKey(pems.private, siteId, publicKey)),
    $typeName: 'palisade.edge.v1.TlsMaterial',
  };
}

export interface Http3Edge {
  edge: EdgeHarness;
  front: Http3Front;
  client: Http3Client;
  /** Where the worker's sockets lie. */
  folder: string;
  stop(): Promise<void>;
}

/** One worker in this process, and the front before it as a process of its own. */
export async function startHttp3Edge(
  programs: { front: string; client: string },
  originPort: number,
  options: Partial<EdgeWorkerOptions> = {},
): Promise<Http3Edge> {
  const folder = mkdtempSync(path.join(tmpdir(), 'h3-'));
  const tls = await siteCertificate('first.shop.example');
  const edge = await startEdge(originPort, { sealKey: sealing.privateKey, ...options }, (config) => {
    config.tls = tls;
  });
  const sockets = await edge.worker.listenForHttp3(folder);
  // The same for the front that follows one that ends.
  const port = await freePort();
  const front = new Http3Front(
    { program: programs.front, bind: '127.0.0.1', port, publicPort: null, drainMs: 2_000 },
    {
      sockets: () => [sockets],
      onOffer: (offer) => edge.worker.offerHttp3(offer),
      onLog: () => undefined,
    },
  );
  front.start();
  await eventually(() => front.state.isHealthy);
  const client = new Http3Client(programs.client, port);
  return {
    ...{ edge, front, client, folder },
    stop: async () => {
      await client.stop();
      await front.stop();
      await edge.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
