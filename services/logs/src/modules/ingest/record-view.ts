import { WireReader } from './wire-reader.ts';

/** Field numbers of palisade.events.v1.RequestLog. */
export const FIELD = {
  requestId: 1,
  siteId: 2,
  receivedAtMs: 4,
  clientAddress: 5,
  clientPort: 6,
  country: 7,
  city: 8,
  asn: 9,
  asnName: 10,
  protocol: 11,
  scheme: 12,
  host: 13,
  method: 14,
  target: 15,
  userAgent: 16,
  referer: 17,
  status: 18,
  originStatus: 19,
  requestBytes: 20,
  responseBytes: 21,
  durationUs: 22,
  originDurationUs: 23,
  cacheStatus: 24,
  action: 25,
  reason: 26,
  ruleId: 27,
  ruleMessage: 28,
  matches: 29,
  inboundScore: 31,
  outboundScore: 32,
  configVersion: 35,
  retentionDays: 36,
  serverName: 37,
  visitorReport: 38,
  ja4: 39,
  recorded: 40,
  recordedQuota: 41,
  tlsVersion: 42,
  origin: 43,
  originReason: 44,
  rolloutId: 50,
  rolloutShare: 51,
  rolloutCandidate: 52,
  rolloutVisitor: 53,
  shadowVerdict: 54,
  shadowRuleId: 55,
} as const;

const FIELDS = 56;

/** One record at a time, reused for all: where its texts stand and what its numbers are. */
export class RecordView {
  bytes: Buffer = Buffer.alloc(0);
  readonly from = new Int32Array(FIELDS);
  readonly to = new Int32Array(FIELDS);
  readonly value = new Float64Array(FIELDS);
  /** Start and end of each match. */
  readonly matches: number[] = [];

  /** @throws RangeError if these bytes are no record */
  read(bytes: Buffer, from: number, to: number): void {
    this.bytes = bytes;
    this.from.fill(0);
    this.to.fill(0);
    this.value.fill(0);
    this.matches.length = 0;
    const reader = new WireReader(bytes, from, to);
    while (reader.next()) {
      const { field } = reader;
      if (field >= FIELDS) continue;
      if (reader.wireType === 2) {
        if (field === FIELD.matches) this.matches.push(reader.from, reader.to);
        this.from[field] = reader.from;
        this.to[field] = reader.to;
      } else this.value[field] = reader.value;
    }
  }

  isEmpty(field: number): boolean {
    return this.from[field] === this.to[field];
  }

  /** For short texts that serve as keys; each byte becomes one character. */
  latin1(field: number): string {
    return latin1(this.bytes, this.from[field]!, this.to[field]!);
  }
}

export function latin1(bytes: Buffer, from: number, to: number): string {
  return from === to ? '' : bytes.toString('latin1', from, to);
}
