import { sendHttp } from './http.ts';
import { sendKafka } from './kafka.ts';
import { sendOtlp } from './otlp.ts';
import { sendS3 } from './s3.ts';
import type { SendContext, Sent, StreamBatch } from './stream-target.types.ts';
import type { StreamKind, StreamTarget } from './stream-targets.schema.ts';
import { sendSyslog } from './syslog.ts';

export const SENDERS: {
  [Kind in StreamKind]: (
    target: StreamTarget<Kind>,
    batch: StreamBatch,
    context: SendContext,
  ) => Promise<Sent>;
} = { http: sendHttp, otlp: sendOtlp, syslog: sendSyslog, s3: sendS3, kafka: sendKafka };

/**
 * Maximum size of a batch, and how long a target waits for more: objects are few and large, everything else is sent
 * soon.
 */
export const BATCHES: Readonly<Record<StreamKind, { rows: number; bytes: number; gathers: boolean }>> = {
  http: { rows: 2_000, bytes: 4 * 1024 * 1024, gathers: false },
  otlp: { rows: 2_000, bytes: 4 * 1024 * 1024, gathers: false },
  syslog: { rows: 2_000, bytes: 4 * 1024 * 1024, gathers: false },
  kafka: { rows: 5_000, bytes: 4 * 1024 * 1024, gathers: false },
  s3: { rows: 20_000, bytes: 16 * 1024 * 1024, gathers: true },
};
