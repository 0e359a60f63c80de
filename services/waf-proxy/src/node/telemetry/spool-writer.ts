import { close, open, unlink, write } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { WorkerCounters } from '../../pipeline/worker-counters.ts';
import { ProtoWriter } from './proto-writer.ts';
import { CLOSED_SUFFIX, newSegmentId, OPEN_SUFFIX, RECORD_HEADER_BYTES, sealRecord } from './spool-format.ts';

export interface SpoolWriterOptions {
  folder: string;
  segmentBytes: number;
  /** Between the beginnings of two writes; a record that comes later than this after the last one is written at once. */
  writeGapMs?: number;
  /** The same, after a write that carried many records: each write costs two thread switches, whatever its size. */
  busyWriteGapMs?: number;
  /** A segment with records is closed after this long, so that its space is given back. */
  segmentMs?: number;
  /** After a write that failed: how long until the next attempt. */
  retryMs?: number;
  onError(error: Error): void;
}

/** Records that wait for a slow or full disk; more are dropped and counted. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const FLUSH_AT_BYTES = 128 * 1024;
const MAX_RECORD_BYTES = 256 * 1024;
/** That one write carries before the gap to the next is that of a busy worker: 8,000 a second to begin with. */
const BUSY_RECORDS = 8;
/** How often a writer looks whether something is left to be tried again, or a segment to be closed. */
const TICK_MS = 50;

/**
 * Appends one worker's records to segments on disk. Nothing here waits on the request path: records are encoded into
 * memory, a write carries all that have gathered, and only one write is under way at a time. It begins with the turn of
 * the event loop that the first of them came in, so that a kill -9 loses what the last turn answered, and a moment before it.
 * What a full disk does not take waits in memory, bounded, for the next attempt.
 */
export class SpoolWriter {
  private readonly options: Required<SpoolWriterOptions>;
  private readonly counters: WorkerCounters;
  private readonly timer: NodeJS.Timeout;
  private filling = new ProtoWriter(FLUSH_AT_BYTES + MAX_RECORD_BYTES);
  private spare = new ProtoWriter(FLUSH_AT_BYTES + MAX_RECORD_BYTES);
  private fd: number | null = null;
  private segment = '';
  private segmentBytes = 0;
  private segmentSince = 0;
  private writing: Promise<void> | null = null;
  private writeBeganAt = Number.NEGATIVE_INFINITY;
  private fillingRecords = 0;
  /** Number of records in the last write. */
  private writtenRecords = 0;
  /** A write begins soon by itself. */
  private isDue = false;
  /** Position of the first record that a failed write has not stored; -1: none. */
  private unwrittenFrom = -1;
  private retryAt = 0;
  private isClosing = false;

  constructor(options: SpoolWriterOptions, counters: WorkerCounters) {
    this.options = { writeGapMs: 1, busyWriteGapMs: 5, segmentMs: 10_000, retryMs: 1_000, ...options };
    this.counters = counters;
    this.timer = setInterval(() => this.tick(), TICK_MS);
    this.timer.unref();
  }

  /** Takes one record; `encode` writes its payload. */
  append(encode: (writer: ProtoWriter) => void): void {
    const writer = this.filling;
    if (writer.position > MAX_WAITING_BYTES) {
      this.counters.logRecordsLost++;
      return;
    }
    const start = writer.position;
    writer.reserve(RECORD_HEADER_BYTES);
    writer.position += RECORD_HEADER_BYTES;
    try {
      encode(writer);
    } catch (error) {
      // Half a record would hide all those behind it.
      writer.position = start;
      throw error;
    }
    sealRecord(writer.buffer, start, writer.position);
    this.counters.logRecords++;
    this.fillingRecords++;
    if (writer.position >= FLUSH_AT_BYTES) this.startWriting();
    else this.writeSoon();
  }

  /** Writes what is left and closes the segment. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    this.isClosing = true;
    this.retryAt = 0;
    // A write that ends may begin the next one by itself, so an empty buffer alone does not mean that all is written.
    while (this.writing !== null || this.unwrittenFrom >= 0 || this.filling.position > 0) {
      this.startWriting();
      await this.writing;
    }
    await this.closeSegment();
  }

  /** All records of this turn of the event loop go together; a busy worker's, those of a gap. */
  private writeSoon(): void {
    // A write that ends sees to what has come meanwhile.
    if (this.isDue || this.writing !== null || this.unwrittenFrom >= 0) return;
    this.isDue = true;
    const { writeGapMs, busyWriteGapMs } = this.options;
    const gapMs = this.writtenRecords >= BUSY_RECORDS ? busyWriteGapMs : writeGapMs;
    const sinceLast = performance.now() - this.writeBeganAt;
    if (sinceLast >= gapMs) setImmediate(this.writeNow);
    else setTimeout(this.writeNow, gapMs - sinceLast);
  }

  private readonly writeNow = (): void => {
    this.isDue = false;
    if (this.filling.position > 0) this.startWriting();
  };

  private tick(): void {
    if (this.filling.position > 0 || this.unwrittenFrom >= 0) this.startWriting();
    else if (this.fd !== null && this.writing === null && this.isOld()) {
      this.writing = this.closeSegment().finally(() => {
        this.writing = null;
        if (this.filling.position > 0) this.writeSoon();
      });
    }
  }

  private isOld(): boolean {
    return performance.now() - this.segmentSince > this.options.segmentMs;
  }

  private startWriting(): void {
    if (this.writing !== null || performance.now() < this.retryAt) return;
    if (this.unwrittenFrom < 0) {
      const full = this.filling;
      this.filling = this.spare;
      this.spare = full;
      this.unwrittenFrom = 0;
      this.writtenRecords = this.fillingRecords;
      this.fillingRecords = 0;
    }
    this.writeBeganAt = performance.now();
    this.writing = this.writeOut(this.spare)
      .catch((error: unknown) => this.onFailure(error))
      .finally(() => {
        if (this.unwrittenFrom < 0) this.spare.position = 0;
        this.writing = null;
        if (this.filling.position >= FLUSH_AT_BYTES) this.startWriting();
        else if (this.filling.position > 0) this.writeSoon();
      });
  }

  private async writeOut(full: ProtoWriter): Promise<void> {
    this.fd ??= await this.openSegment();
    let written = this.unwrittenFrom;
    try {
      while (written < full.position) {
        const bytes = await writeAsync(this.fd, full.buffer, written, full.position - written);
        written += bytes;
        this.segmentBytes += bytes;
      }
    } finally {
      this.unwrittenFrom =
        written < full.position ? beginningOfRecord(full, this.unwrittenFrom, written) : -1;
    }
    if (this.segmentBytes >= this.options.segmentBytes || this.isOld()) await this.closeSegment();
  }

  /** Unwritten data is kept for the next attempt, if there is one. */
  private async onFailure(error: unknown): Promise<void> {
    this.options.onError(error instanceof Error ? error : new Error(String(error)));
    this.retryAt = this.isClosing ? 0 : performance.now() + this.options.retryMs;
    if (this.isClosing && this.unwrittenFrom >= 0) {
      this.counters.logRecordsLost += countRecords(this.spare, this.unwrittenFrom);
      this.unwrittenFrom = -1;
    }
    // Half a record may stand at the end of this segment; the next ones go into another.
    await this.closeSegment();
  }

  private openSegment(): Promise<number> {
    this.segment = newSegmentId(Date.now(), process.pid);
    this.segmentBytes = 0;
    this.segmentSince = performance.now();
    return new Promise((resolve, reject) => {
      open(this.file(OPEN_SUFFIX), 'wx', 0o600, (error, fd) => (error ? reject(error) : resolve(fd)));
    });
  }

  private async closeSegment(): Promise<void> {
    const fd = this.fd;
    if (fd === null) return;
    this.fd = null;
    const [openFile, closedFile, isEmpty] = [
      this.file(OPEN_SUFFIX),
      this.file(CLOSED_SUFFIX),
      this.segmentBytes === 0,
    ];
    await new Promise<void>((resolve) => close(fd, () => resolve()));
    if (isEmpty) {
      await new Promise<void>((resolve) => unlink(openFile, () => resolve()));
      return;
    }
    await rename(openFile, closedFile).catch(this.options.onError);
  }

  private file(suffix: string): string {
    return path.join(this.options.folder, this.segment + suffix);
  }
}

/** Where the record begins, from `start` on, of which `at` is a byte. */
function beginningOfRecord({ buffer }: ProtoWriter, start: number, at: number): number {
  let beginning = start;
  for (let next = start; next <= at; next += RECORD_HEADER_BYTES + buffer.readUInt32LE(next))
    beginning = next;
  return beginning;
}

function countRecords({ buffer, position }: ProtoWriter, start: number): number {
  let records = 0;
  for (let at = start; at < position; at += RECORD_HEADER_BYTES + buffer.readUInt32LE(at)) records++;
  return records;
}

function writeAsync(fd: number, buffer: Buffer, offset: number, length: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(fd, buffer, offset, length, null, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
}
