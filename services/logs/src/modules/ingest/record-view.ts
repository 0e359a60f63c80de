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
/** Upper bound for tag and number of a field that is read without a bounds check. */
const MAX_USUAL_BYTES = 6;
const MAX_USUAL_SHIFT = 21;

/** One record at a time, reused for all: offsets of its texts, and its numbers. */
export class RecordView {
  bytes: Buffer = Buffer.alloc(0);
  readonly from = new Int32Array(FIELDS);
  readonly to = new Int32Array(FIELDS);
  readonly value = new Float64Array(FIELDS);
  /** Start and end offset of each match. */
  readonly matches: number[] = [];

  /** @throws RangeError if these bytes are no record */
  read(bytes: Buffer, from: number, to: number): void {
    this.bytes = bytes;
    this.from.fill(0);
    this.to.fill(0);
    this.value.fill(0);
    this.matches.length = 0;
    for (let at = from; at < to; ) at = this.readField(bytes, at, to);
  }

  /**
   * Fast path of `WireReader` for tags of one or two bytes, numbers below 2^28 and texts below 16 kB: nearly all
   * fields.
   * @returns offset of the next field
   */
  private readField(bytes: Buffer, from: number, to: number): number {
    // The longest such field, without its text, lies within the record: no bounds check is needed.
    if (to - from < MAX_USUAL_BYTES) return this.readAnyField(bytes, from, to);
    let at = from;
    let tag = bytes[at++]!;
    if (tag >= 0x80) {
      const second = bytes[at++]!;
      if (second >= 0x80) return this.readAnyField(bytes, from, to);
      tag = (tag & 0x7f) | (second << 7);
    }
    const field = tag >>> 3;
    const wireType = tag & 7;
    if ((wireType !== 0 && wireType !== 2) || field === 0) return this.readAnyField(bytes, from, to);
    let value = bytes[at++]!;
    if (value >= 0x80) {
      value &= 0x7f;
      for (let shift = 7; ; shift += 7) {
        if (shift > MAX_USUAL_SHIFT) return this.readAnyField(bytes, from, to);
        const byte = bytes[at++]!;
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
      }
    }
    if (wireType === 0) {
      if (field < FIELDS) this.value[field] = value;
      return at;
    }
    const end = at + value;
    if (end > to) return this.readAnyField(bytes, from, to);
    if (field < FIELDS) this.keep(field, at, end);
    return end;
  }

  private readAnyField(bytes: Buffer, from: number, to: number): number {
    const reader = new WireReader(bytes, from, to);
    reader.next();
    const { field } = reader;
    if (field < FIELDS)
      if (reader.wireType === 2) this.keep(field, reader.from, reader.to);
      else this.value[field] = reader.value;
    return reader.position;
  }

  private keep(field: number, from: number, to: number): void {
    if (field === FIELD.matches) this.matches.push(from, to);
    this.from[field] = from;
    this.to[field] = to;
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
