// Turns requests that were logged elsewhere into records and roll-ups of this service:
//
//   lines, by hour ─▶ hours that already have traffic are skipped ─▶ a segment per site and hour ─▶ stored as an edge's are
//
// A segment is stored once and as a whole, so an import that is repeated, killed or run twice at once adds nothing
// twice.

import { create, toBinary } from '@bufbuild/protobuf';
import { HOUR_MS } from '@palisade/basics';
import { requestLogV1 } from '@palisade/contracts';
import { LineTooLongError } from './bounded-lines.ts';
import { importLineSchema, toRequestLog } from './import-line.schema.ts';

/** Node name of imported records. */
const NODE = 'import';
/** Approximate records per transaction, in whole hours. */
const RECORDS_AT_ONCE = 8_000;
/** Maximum records of one site in one hour. */
const MAX_RECORDS_OF_AN_HOUR = 50_000;
/** Maximum records in memory, of all sites: hours are stored as a whole, so they have to fit. */
const MAX_HELD_BYTES = 256 * 1024 * 1024;

export interface ImportOutcome {
  imported: number;
  /** Records of hours in which the site had traffic already. */
  left: number;
}

/** A line that cannot be valid. */
export class ImportLineError extends Error {
  override readonly name = 'ImportLineError';
}

export interface ImportTarget {
  store(batches: readonly Uint8Array[]): Promise<unknown>;
  /** Hours to skip, by site; a site that is not in it is not imported. */
  taken: ReadonlyMap<string, ReadonlySet<number>>;
  /** `taken` does not include what existed before. */
  sinceMs: number;
  source: string;
  nowMs: number;
  maxHeldBytes?: number;
}

interface HeldHour {
  records: Uint8Array[];
  requestIds: Set<string>;
}

export class LogImport {
  private readonly outcome: ImportOutcome = { imported: 0, left: 0 };
  private readonly hours = new Map<string, HeldHour>();
  private readonly maxHeldBytes: number;
  private held = 0;
  private heldBytes = 0;
  private hourMs = 0;
  private lines = 0;

  constructor(private readonly target: ImportTarget) {
    this.maxHeldBytes = target.maxHeldBytes ?? MAX_HELD_BYTES;
  }

  /** @throws ImportLineError naming the first invalid line; everything before it is stored, in whole hours */
  async run(lines: AsyncIterable<string>): Promise<ImportOutcome> {
    try {
      for await (const line of lines) {
        this.lines++;
        if (line !== '') await this.add(line);
      }
    } catch (error) {
      if (!(error instanceof LineTooLongError)) throw error;
      this.lines++;
      throw this.wrong(error.message);
    }
    await this.flush();
    return this.outcome;
  }

  private async add(text: string): Promise<void> {
    const record = this.read(text);
    const receivedAtMs = Number(record.receivedAtMs);
    const hourMs = receivedAtMs - (receivedAtMs % HOUR_MS);
    if (hourMs < this.hourMs) throw this.wrong('timestamp: lines must be sorted by the hour');
    if (hourMs > this.hourMs && this.held >= RECORDS_AT_ONCE) await this.flush();
    this.hourMs = hourMs;
    const taken = this.target.taken.get(record.siteId);
    if (taken === undefined) throw this.wrong('domain_id: is none of the domains that were named');
    if (taken.has(hourMs)) {
      this.outcome.left++;
      return;
    }
    const key = `${record.siteId}/${new Date(hourMs).toISOString()}`;
    const hour = this.hours.get(key) ?? { records: [], requestIds: new Set<string>() };
    if (hour.records.length >= MAX_RECORDS_OF_AN_HOUR) throw this.wrong('timestamp: too many in this hour');
    if (hour.requestIds.has(record.requestId)) throw this.wrong('request_id: is in this hour already');
    const encoded = toBinary(requestLogV1.RequestLogSchema, record);
    if (this.heldBytes + encoded.length > this.maxHeldBytes) {
      throw this.wrong('timestamp: the domains have too much in this hour; import fewer of them at once');
    }
    hour.records.push(encoded);
    hour.requestIds.add(record.requestId);
    this.hours.set(key, hour);
    this.held++;
    this.heldBytes += encoded.length;
  }

  private read(text: string): requestLogV1.RequestLog {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw this.wrong('is no JSON');
    }
    const parsed = importLineSchema.safeParse(value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw this.wrong(`${issue?.path.join('.')}: ${issue?.message}`);
    }
    const record = toRequestLog(parsed.data, this.target.source);
    if (Number(record.receivedAtMs) > this.target.nowMs) throw this.wrong('timestamp: lies in the future');
    if (Number(record.receivedAtMs) < this.target.sinceMs) {
      throw this.wrong('timestamp: lies before the time from which on gaps are filled');
    }
    return record;
  }

  private wrong(what: string): ImportLineError {
    return new ImportLineError(`line ${this.lines}: ${what}`);
  }

  private async flush(): Promise<void> {
    if (this.hours.size === 0) return;
    const batches = [...this.hours].map(([segmentId, { records }]) => batchOf(segmentId, records));
    await this.target.store(batches);
    this.outcome.imported += this.held;
    this.hours.clear();
    this.held = 0;
    this.heldBytes = 0;
  }
}

/** Concatenated Protobuf messages merge, so each record is encoded once. */
function batchOf(segmentId: string, records: readonly Uint8Array[]): Uint8Array {
  const head = create(requestLogV1.RequestLogBatchSchema, { nodeId: NODE, segmentId, last: true });
  const parts: Uint8Array[] = [toBinary(requestLogV1.RequestLogBatchSchema, head)];
  for (const record of records) parts.push(fieldHead(record.length), record);
  return Buffer.concat(parts);
}

/** Number 4 (`records`), of wire type 2, and its length (protobuf encoding, "Length-Delimited Records"). */
function fieldHead(length: number): Uint8Array {
  const bytes = [(4 << 3) | 2];
  let rest = length;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return Uint8Array.from(bytes);
}
