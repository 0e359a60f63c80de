import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import type { AuditRecord } from '@palisade/waf-engine';
import { ftwSources } from '../../../shared/waf-engine/tools/ftw/engine-setup.ts';
import { readRuleDirectory } from '../../../shared/waf-engine/tools/shared/rule-files.ts';
import { NEVER_SHED_MS } from '../../src/features/overload/overload.ts';
import { UNKNOWN_COUNTRY } from '../../src/io/addresses/geo.ts';
import { compileOperatorRules } from '../../src/node/rules/operator-rule-set.ts';
import { EdgeWorker } from '../../src/node/worker/edge-worker.ts';

export interface EdgeRecord {
  requestId: string;
  reason: string;
  /** Null: refused before any rule saw it. */
  audit: AuditRecord | null;
}

export interface RecordingEdge {
  port: number;
  /** What the edge recorded for the first request of a connection, by the client's port. */
  records: Map<number, EdgeRecord>;
  stop(): Promise<void>;
}

/** A data plane with the operator's rules in log-only mode, which serves all these hosts and keeps its records. */
export async function startRecordingEdge(
  rules: string,
  setup: string | null,
  hosts: readonly string[],
  originPort: number,
): Promise<RecordingEdge> {
  const records = new Map<number, EdgeRecord>();
  const worker = new EdgeWorker({
    nodeId: 'ftw',
    bind: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    originAddresses: { allow: ['127.0.0.1'], refusedPorts: '' },
    trustedProxies: [],
    installation: 'ftw',
    sealKey: null,
    selfSigned: null,
    ruleSet: compileForTest(rules, setup),
    geo: { find: () => UNKNOWN_COUNTRY },
    spool: null,
    sharedCount: () => Promise.resolve(null),
    sharedFrom: 1,
    onBan: () => undefined,
    onFault: (code, requestId, detail) => console.error(`fault ${code} ${requestId}: ${detail}`),
    protection: { shedAboveMs: NEVER_SHED_MS },
  });
  worker.edge.record = ({ requestId, reason, transaction, connection }) => {
    if (records.has(connection.remotePort)) return;
    records.set(connection.remotePort, { requestId, reason, audit: transaction?.audit() ?? null });
  };
  const site = sampleSite({
    hosts: [...hosts],
    origin: { host: '127.0.0.1', port: originPort, useTls: false, timeoutMs: 10_000 },
  });
  site.policy!.mode = edgeV1.EngineMode.DETECTION_ONLY;
  site.policy!.paranoiaLevel = 4;
  worker.applyDocument(toBinary(edgeV1.SiteConfigSchema, site));
  const { httpPort } = await worker.listen();
  return { port: httpPort, records, stop: () => worker.drain(200, false) };
}

/** The set-up that the stages assume, as a file: the data plane loads it the way it loads an operator's. */
function compileForTest(rules: string, setup: string | null) {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-ftw-'));
  try {
    const before = ftwSources(rules, setup).slice(0, -readRuleDirectory(rules).length);
    const file = path.join(folder, 'setup.conf');
    writeFileSync(file, before.map(({ text }) => text).join('\n'));
    return compileOperatorRules({ directory: rules, setup: file });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
