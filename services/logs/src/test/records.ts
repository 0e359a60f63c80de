import { randomUUID } from 'node:crypto';
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { requestLogV1 } from '@palisade/contracts';
import type { OutgoingEvent } from '@palisade/messaging';

export type RecordFields = Exclude<
  MessageInitShape<typeof requestLogV1.RequestLogSchema>,
  requestLogV1.RequestLog
>;

const encoder = new TextEncoder();
export const utf8 = (text: string): Uint8Array<ArrayBuffer> =>
  encoder.encode(text) as Uint8Array<ArrayBuffer>;

/** An allowed request, unless `fields` say otherwise. */
export function record(fields: RecordFields): requestLogV1.RequestLog {
  return create(requestLogV1.RequestLogSchema, {
    requestId: randomUUID(),
    siteId: '',
    receivedAtMs: BigInt(Date.now()),
    clientAddress: '192.0.2.7',
    clientPort: 40_000,
    country: 'DE',
    protocol: 'HTTP/1.1',
    scheme: 'https',
    host: utf8('shop.example'),
    method: utf8('GET'),
    target: utf8('/search?q=shoes'),
    userAgent: utf8('Mozilla/5.0'),
    status: 200,
    originStatus: 200,
    requestBytes: 500n,
    responseBytes: 4000n,
    durationUs: 20_000,
    action: requestLogV1.EdgeAction.ALLOW,
    retentionDays: 30,
    serverName: 'edge-1',
    ...fields,
  });
}

/** A request that a rule refused. */
export function attack(ruleId: number, fields: RecordFields): requestLogV1.RequestLog {
  return record({
    action: requestLogV1.EdgeAction.BLOCK,
    reason: 'rule',
    status: 403,
    originStatus: 0,
    ruleId,
    ruleMessage: `Rule ${ruleId}`,
    matches: [
      {
        ruleId,
        phase: 2,
        message: `Rule ${ruleId}`,
        severity: 'CRITICAL',
        tags: ['paranoia-level/1'],
        score: 5,
        targets: [
          {
            name: 'ARGS:q',
            value: utf8("1' OR 1=1"),
            transformed: utf8("1' or 1=1"),
            matchOffset: 3,
            matchLength: 6,
            transformations: ['lowercase'],
            operator: 'detectSQLi',
          },
        ],
      },
    ],
    ...fields,
  });
}

export interface BatchFacts {
  nodeId?: string;
  segmentId?: string;
  firstIndex?: number;
  last?: boolean;
}

export function logBatch(
  records: readonly requestLogV1.RequestLog[],
  { nodeId = 'node-1', segmentId = randomUUID(), firstIndex = 0, last = true }: BatchFacts = {},
): OutgoingEvent<'edge.request_logs.v1'> {
  const payload = toBinary(
    requestLogV1.RequestLogBatchSchema,
    create(requestLogV1.RequestLogBatchSchema, {
      nodeId,
      segmentId,
      firstIndex: BigInt(firstIndex),
      last,
      records: [...records],
    }),
  );
  return { type: 'edge.request_logs.v1', key: nodeId, payload };
}
