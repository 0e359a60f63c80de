import { randomUUID } from 'node:crypto';
import { create, toBinary } from '@bufbuild/protobuf';
import { requestLogV1 } from '@palisade/contracts';
import { attack, record, utf8 } from '../test/records.ts';

/** About the number that a shipper puts into half a megabyte. */
export const RECORDS_PER_BATCH = 1500;
const PATHS = Array.from(
  { length: 200 },
  (_, i) => `/category/${i % 20}/product-${i}?ref=campaign-${i % 7}&page=${i % 5}`,
);
const AGENT = utf8(
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
);
const REFERER = utf8('https://www.search.example/?q=running+shoes+in+my+size');
const COUNTRIES = ['DE', 'US', 'FR', 'GB', 'NL', 'PL', 'BR', 'IN', 'JP', 'CN'];

/** The records part of a RequestLogBatch; 1 in 20 is a blocked attack with its evidence. */
export function makeRecords(
  sites: readonly string[],
  fromMs: number,
  spanMs: number,
  count = RECORDS_PER_BATCH,
): Uint8Array {
  const records = Array.from({ length: count }, (_, i) => {
    const fields = {
      requestId: randomUUID(),
      siteId: sites[Math.floor(Math.random() * sites.length)]!,
      ownerId: sites[0]!,
      receivedAtMs: BigInt(Math.floor(fromMs + (i / count) * spanMs)),
      clientAddress: `198.51.${Math.floor(Math.random() * 40)}.${Math.floor(Math.random() * 250)}`,
      country: COUNTRIES[Math.floor(Math.random() * COUNTRIES.length)]!,
      target: utf8(PATHS[Math.floor(Math.random() * PATHS.length)]!),
      userAgent: AGENT,
      referer: REFERER,
      durationUs: Math.floor(Math.random() * 300_000),
      originDurationUs: 15_000,
      retentionDays: 14,
    };
    return i % 20 === 0 ? attack(1001 + (i % 3) * 1000, fields) : record(fields);
  });
  return toBinary(
    requestLogV1.RequestLogBatchSchema,
    create(requestLogV1.RequestLogBatchSchema, { records }),
  );
}

/** Concatenated Protobuf messages merge, so the records need not be encoded again. */
export function makeBatch(records: Uint8Array, nodeId: string, segmentId: string): Uint8Array {
  const head = create(requestLogV1.RequestLogBatchSchema, { nodeId, segmentId, last: true });
  return Buffer.concat([toBinary(requestLogV1.RequestLogBatchSchema, head), records]);
}
