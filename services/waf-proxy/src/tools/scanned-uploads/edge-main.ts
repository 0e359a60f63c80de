// A worker that has uploads scanned, in a process of its own so that its memory can be watched. Started by measure.ts.
import { create, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import type { UploadScanOptions } from '../../features/upload-scan/upload-scanner.ts';
import { UNKNOWN_COUNTRY } from '../../io/addresses/geo.ts';
import { compileManagedRules } from '../../node/rules/managed-rule-set.ts';
import { EdgeWorker } from '../../node/worker/edge-worker.ts';

export interface ScanningEdgeSettings {
  originPort: number;
  uploadScan: UploadScanOptions;
  passOverLimit: boolean;
}

const { originPort, uploadScan, passOverLimit }: ScanningEdgeSettings = JSON.parse(process.argv[2]!);
const worker = new EdgeWorker({
  nodeId: 'scan',
  bind: '127.0.0.1',
  httpPort: 0,
  httpsPort: 0,
  originAddresses: { allow: ['127.0.0.1'], refusedPorts: '' },
  trustedProxies: [],
  installation: 'scan',
  sealKey: null,
  selfSigned: null,
  ruleSet: compileManagedRules(),
  geo: { find: () => UNKNOWN_COUNTRY },
  spool: null,
  sharedCount: () => Promise.resolve(0),
  sharedFrom: 1,
  uploadScan,
  onBan: () => undefined,
  onFault: (code, _id, detail) => console.error(code, detail),
});
const site = sampleSite({
  origin: { host: '127.0.0.1', port: originPort, useTls: false, timeoutMs: 60_000 },
});
site.policy!.uploadScan = create(edgeV1.UploadScanSchema, {
  onScannerFailure: edgeV1.FailurePolicy.CLOSED,
  overLimit: passOverLimit ? edgeV1.UploadOverLimit.PASS : edgeV1.UploadOverLimit.REFUSE,
});
worker.applyDocument(toBinary(edgeV1.SiteConfigSchema, site));
const { httpPort } = await worker.listen();
process.send?.({ port: httpPort });
