import { toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { NEVER_SHED_MS } from '../features/overload/overload.ts';
import { UNKNOWN_COUNTRY } from '../io/addresses/geo.ts';
import { EdgeWorker } from '../node/worker/edge-worker.ts';
import type { EdgeWorkerOptions } from '../node/worker/edge-worker-options.ts';
import type { RequestContext } from '../request/request-context.ts';
import { fakeRuleSet } from './fake-rule-set.ts';

export interface EdgeHarness {
  worker: EdgeWorker;
  port: number;
  httpsPort: number;
  /** Every finished request, oldest first. */
  records: RequestContext[];
  faults: { code: string; detail: string }[];
  /** Changes the sample site and puts it into service. */
  configure(change: (config: edgeV1.SiteConfig) => void): void;
  stop(): Promise<void>;
}

/** One worker in this process, with one site `shop.example` whose origin is on loopback. */
export async function startEdge(
  originPort: number,
  options: Partial<EdgeWorkerOptions> = {},
  change: (config: edgeV1.SiteConfig) => void = () => undefined,
): Promise<EdgeHarness> {
  const records: RequestContext[] = [];
  const faults: { code: string; detail: string }[] = [];
  const worker = new EdgeWorker({
    nodeId: 'test-node',
    bind: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    originAddresses: { allow: ['127.0.0.0/8', '::1'], refusedPorts: '' },
    trustedProxies: [],
    installation: 'test',
    sealKey: null,
    selfSigned: null,
    ruleSet: fakeRuleSet(),
    geo: { find: () => UNKNOWN_COUNTRY },
    spool: null,
    sharedCount: () => Promise.resolve(null),
    sharedFrom: 0.5,
    onBan: () => undefined,
    onFault: (code, _requestId, detail) => faults.push({ code, detail }),
    ...options,
    protection: { shedAboveMs: NEVER_SHED_MS, ...options.protection },
  });
  const record = worker.edge.record;
  worker.edge.record = (context) => {
    records.push(context);
    record(context);
  };
  let version = 0n;
  const configure = (alter: (config: edgeV1.SiteConfig) => void) => {
    version += 1n;
    const config = sampleSite({ version });
    config.origin!.port = originPort;
    change(config);
    alter(config);
    worker.applyDocument(toBinary(edgeV1.SiteConfigSchema, config));
  };
  configure(() => undefined);
  const { httpPort, httpsPort } = await worker.listen();
  return {
    worker,
    port: httpPort,
    httpsPort,
    records,
    faults,
    configure,
    stop: () => worker.drain(500, false),
  };
}
