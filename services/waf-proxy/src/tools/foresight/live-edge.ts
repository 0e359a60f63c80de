import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { edgeV1, recordedRequestV1, requestLogV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import type { CompiledRuleSet } from '@palisade/waf-engine';
import { NEVER_SHED_MS } from '../../features/overload/overload.ts';
import { ClientPseudonyms } from '../../features/recording/privacy/client-pseudonyms.ts';
import { Recorder, UNBOUNDED } from '../../features/recording/recorder.ts';
import { UNKNOWN_COUNTRY } from '../../io/addresses/geo.ts';
import type { Outcome } from '../../judge/judgement.ts';
import { ProtoWriter } from '../../node/telemetry/proto-writer.ts';
import { writeRequestLog } from '../../node/telemetry/request-log-record.ts';
import { EdgeWorker } from '../../node/worker/edge-worker.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { KeepAliveClient } from '../replay/keep-alive-client.ts';
import type { Change } from './random-change.ts';

const { EdgeAction } = requestLogV1;
export const HOST = 'shop.example';
const NODE = { serverName: 'foresight', pseudonyms: new ClientPseudonyms() };

export interface LiveVerdict {
  outcome: Outcome;
  remark: string;
  recorded: recordedRequestV1.RecordedRequest | null;
}

/** An edge that records everything, before an origin that says "ok". */
export class LiveEdge {
  private readonly worker: EdgeWorker;
  private readonly origin = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end('ok'));
  });
  private readonly finished: RequestContext[] = [];
  private client: KeepAliveClient | null = null;
  private version = 0n;

  constructor(ruleSet: CompiledRuleSet) {
    this.worker = new EdgeWorker({
      nodeId: 'foresight',
      bind: '127.0.0.1',
      httpPort: 0,
      httpsPort: 0,
      originAddresses: { allow: ['127.0.0.1'], refusedPorts: '' },
      trustedProxies: [],
      installation: 'foresight',
      sealKey: null,
      selfSigned: null,
      ruleSet,
      geo: { find: () => UNKNOWN_COUNTRY },
      spool: null,
      sharedCount: () => Promise.resolve(null),
      sharedFrom: 1,
      onBan: () => undefined,
      onFault: (code, _id, detail) => console.error(`fault ${code}: ${detail}`),
      protection: { shedAboveMs: NEVER_SHED_MS },
    });
    this.worker.edge.recorder = new Recorder(UNBOUNDED);
    this.worker.edge.record = (context) => this.finished.push(context);
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.origin.listen(0, '127.0.0.1', resolve));
    this.serve(() => undefined);
    const { httpPort } = await this.worker.listen();
    this.client = new KeepAliveClient('127.0.0.1', httpPort);
  }

  /** Puts a policy into service. @returns its document, for the judge */
  serve(change: Change): edgeV1.SiteConfig {
    this.version += 1n;
    const config = sampleSite({ hosts: [HOST], version: this.version });
    config.origin!.port = (this.origin.address() as AddressInfo).port;
    config.policy!.recording = {
      $typeName: 'palisade.edge.v1.RecordingSettings',
      mode: edgeV1.RecordingMode.ALL,
      ratePercent: 1,
      maskedFields: [],
    };
    change(config.policy!);
    this.worker.applyDocument(toBinary(edgeV1.SiteConfigSchema, config));
    return config;
  }

  async send(request: Buffer, isHead: boolean): Promise<LiveVerdict | null> {
    this.finished.length = 0;
    await this.client!.send(request, isHead);
    const context = this.finished[0];
    if (context === undefined || context.site === null) return null;
    return verdictOf(context);
  }

  async stop(): Promise<void> {
    this.client?.close();
    await this.worker.drain(200, false);
    this.origin.close();
    this.origin.closeAllConnections();
  }
}

function verdictOf(context: RequestContext): LiveVerdict {
  const { action, reason } = context;
  return {
    outcome: outcomeOf(action),
    remark: action === EdgeAction.LOG_ONLY ? reason : '',
    recorded: recordedOf(context),
  };
}

function outcomeOf(action: requestLogV1.EdgeAction): Outcome {
  if (action === EdgeAction.ALLOW || action === EdgeAction.LOG_ONLY) return 'passes';
  return action === EdgeAction.CHALLENGE ? 'challenged' : 'refused';
}

/** As it would leave the edge: written, sent and read again. */
function recordedOf(context: RequestContext): recordedRequestV1.RecordedRequest | null {
  const writer = new ProtoWriter(64 * 1_024);
  writeRequestLog(writer, context, NODE);
  const log = fromBinary(requestLogV1.RequestLogSchema, writer.buffer.subarray(0, writer.position));
  return log.recorded.length === 0 ? null : fromBinary(recordedRequestV1.RecordedRequestSchema, log.recorded);
}
