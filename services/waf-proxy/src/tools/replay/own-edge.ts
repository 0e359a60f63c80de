import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { NEVER_SHED_MS } from '../../features/overload/overload.ts';
import { UNKNOWN_COUNTRY } from '../../io/addresses/geo.ts';
import { compileManagedRules } from '../../node/rules/managed-rule-set.ts';
import { EdgeWorker } from '../../node/worker/edge-worker.ts';

/** A data plane with the managed rules at medium, in this process; its origin says "ok" to everything, or is the given one. */
export async function startOwnEdge(
  host: string,
  originPort?: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  const origin = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end('ok'));
  });
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const worker = new EdgeWorker({
    nodeId: 'replay',
    bind: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    originAddresses: { allow: ['127.0.0.1'], refusedPorts: '' },
    trustedProxies: [],
    installation: 'replay',
    sealKey: null,
    selfSigned: null,
    ruleSet: compileManagedRules(),
    geo: { find: () => UNKNOWN_COUNTRY },
    spool: null,
    sharedCount: () => Promise.resolve(null),
    sharedFrom: 1,
    onBan: () => undefined,
    onFault: (code, requestId, detail) => console.error(`fault ${code} ${requestId}: ${detail}`),
    protection: { shedAboveMs: NEVER_SHED_MS },
  });
  const { port } = origin.address() as AddressInfo;
  const site = sampleSite({
    hosts: [host],
    origin: { host: '127.0.0.1', port: originPort ?? port, useTls: false, timeoutMs: 10_000 },
  });
  worker.applyDocument(toBinary(edgeV1.SiteConfigSchema, site));
  const { httpPort } = await worker.listen();
  return {
    port: httpPort,
    stop: async () => {
      await worker.drain(200, false);
      origin.close();
      origin.closeAllConnections();
    },
  };
}
