import { Injectable } from '@nestjs/common';
import { DAY_MS } from '@palisade/basics';
import type { PoolClient } from 'pg';
import { recordingContext, sealRecording } from '../recording-store/recording-cipher.rules.ts';
import { RecordingKeysService } from '../recording-store/recording-keys.service.ts';
import { RecordingsRepository, type SealedRecording } from '../recording-store/recordings.repository.ts';
import { actionOf } from '../records/actions.rules.ts';
import type { LogBatch } from './log-batch.ts';
import { FIELD, latin1, type RecordView } from './record-view.ts';
import { WireReader } from './wire-reader.ts';

/** EDGE_ACTION_LOG_ONLY and EDGE_ACTION_CHALLENGE: no refusals, yet decided by the site's policy. */
const NOTED_ACTIONS: ReadonlySet<number> = new Set([4, 10]);

/** Recorded requests of a batch: first their sites' keys, then their rows. */
export interface BatchRecordings {
  add(view: RecordView, siteNo: number): void;
  store(client: PoolClient): Promise<void>;
}

/** Extracts recorded requests from log records, and encrypts them. */
@Injectable()
export class RecordedRequestsService {
  constructor(
    private readonly keys: RecordingKeysService,
    private readonly recordings: RecordingsRepository,
  ) {}

  /** Fetches keys before a transaction is open. A request without its key is not kept. */
  async begin(batches: readonly LogBatch[]): Promise<BatchRecordings> {
    const keys = await this.keys.keysOf([...sitesThatRecord(batches)]);
    const rows: SealedRecording[] = [];
    const quotas = new Map<number, number | null>();
    return {
      add: (view, siteNo) => {
        if (view.isEmpty(FIELD.recorded)) return;
        const siteId = view.latin1(FIELD.siteId);
        const key = keys.get(siteId);
        if (key === undefined) return;
        const requestId = view.latin1(FIELD.requestId);
        const receivedAtMs = view.value[FIELD.receivedAtMs]!;
        const plain = view.bytes.subarray(view.from[FIELD.recorded], view.to[FIELD.recorded]);
        const action = view.value[FIELD.action]!;
        rows.push({
          siteNo,
          receivedAtMs,
          requestId,
          refused: actionOf(action).blocked || NOTED_ACTIONS.has(action),
          expiresAtMs: receivedAtMs + view.value[FIELD.retentionDays]! * DAY_MS,
          sealed: sealRecording(key, plain, recordingContext(siteId, requestId)),
        });
        quotas.set(siteNo, view.value[FIELD.recordedQuota] || null);
      },
      store: async (client) => {
        await this.recordings.insert(client, rows);
        await this.recordings.setQuotas(client, quotas);
      },
    };
  }
}

/** For records that no edge has made. */
export const NO_RECORDINGS: Pick<RecordedRequestsService, 'begin'> = {
  begin: () => Promise.resolve({ add: () => undefined, store: () => Promise.resolve() }),
};

/** First byte of a field with the number of `recorded`; other bytes may look the same. */
const RECORDED_TAG = Buffer.from(tagOf(FIELD.recorded));

/** Tag of a length-delimited field: two bytes, as for field numbers from 16 on. */
function tagOf(field: number): number[] {
  const tag = field * 8 + 2;
  return [(tag & 0x7f) | 0x80, tag >>> 7];
}

/** Few records contain one: only those with a matching byte sequence are parsed. */
export function* sitesThatRecord(batches: readonly LogBatch[]): Generator<string> {
  for (const { bytes, ranges } of batches) {
    let at = bytes.indexOf(RECORDED_TAG);
    for (let index = 0; at >= 0 && index < ranges.length; index += 2) {
      const to = ranges[index + 1]!;
      if (at >= to) continue;
      const siteId = siteOfRecording(bytes, ranges[index]!, to);
      if (siteId !== '') yield siteId;
      at = bytes.indexOf(RECORDED_TAG, to);
    }
  }
}

function siteOfRecording(bytes: Buffer, from: number, to: number): string {
  let siteId = '';
  try {
    const reader = new WireReader(bytes, from, to);
    while (reader.next()) {
      if (reader.field === FIELD.siteId) siteId = latin1(bytes, reader.from, reader.to);
      else if (reader.field === FIELD.recorded) return siteId;
    }
  } catch {
    // Reported when it is encoded.
  }
  return '';
}
