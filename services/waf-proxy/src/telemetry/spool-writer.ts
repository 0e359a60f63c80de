import { close, open, unlink, write } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { ProtoWriter } from './proto-writer.ts';
import { CLOSED_SUFFIX, newSegmentId, OPEN_SUFFIX, RECORD_HEADER_BYTES, sealRecord } from './spool-format.ts';
import type { WorkerCounters } from './worker-counters.ts';

export interface SpoolWriterOptions {
  folder: string;
  segmentBytes: number;
  /** Records wait in memory at most this long: what a kill -9 of the worker can lose. */
  flushMs?: number;
  /** A segment with records is closed after this long, so that its space is given back. */
  segmentMs?: number;
  onError(error: Error): void;
}

/** Records that wait for a slow disk; more are dropped and counted. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const FLUSH_AT_BYTES = 128 * 1024;
const MAX_RECORD_BYTES = 256 * 1024;

/**
 * Appends one worker's records to segments on disk. Nothing here waits on the request path: records are encoded into
 * memory, a write carries all that have gathered, and only one write is under way at a time.
 */
export class SpoolWriter {
  readonly #options: Required<SpoolWriterOptions>;
  readonly #counters: WorkerCounters;
  readonly #timer: NodeJS.Timeout;
  #filling = new ProtoWriter(FLUSH_AT_BYTES + MAX_RECORD_BYTES);
  #spare = new ProtoWriter(FLUSH_AT_BYTES + MAX_RECORD_BYTES);
  #fillingRecords = 0;
  #fd: number | null = null;
  #segment = '';
  #segmentBytes = 0;
  #segmentSince = 0;
  #writing: Promise<void> | null = null;

  constructor(options: SpoolWriterOptions, counters: WorkerCounters) {
    this.#options = { flushMs: 50, segmentMs: 10_000, ...options };
    this.#counters = counters;
    this.#timer = setInterval(() => this.#tick(), this.#options.flushMs);
    this.#timer.unref();
  }

  /** Takes one record; `encode` writes its payload. */
  append(encode: (writer: ProtoWriter) => void): void {
    const writer = this.#filling;
    if (writer.position > MAX_WAITING_BYTES) {
      this.#counters.logRecordsLost += 1;
      return;
    }
    const start = writer.position;
    writer.reserve(RECORD_HEADER_BYTES);
    writer.position += RECORD_HEADER_BYTES;
    encode(writer);
    sealRecord(writer.buffer, start, writer.position);
    this.#counters.logRecords += 1;
    this.#fillingRecords += 1;
    if (writer.position >= FLUSH_AT_BYTES) this.#startWriting();
  }

  /** Writes what is left and closes the segment. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    // A write that ends may begin the next one by itself, so an empty buffer alone does not mean that all is written.
    while (this.#writing !== null || this.#filling.position > 0) {
      this.#startWriting();
      await this.#writing;
    }
    await this.#closeSegment();
  }

  #tick(): void {
    if (this.#filling.position > 0) this.#startWriting();
    else if (this.#fd !== null && this.#writing === null && this.#isOld()) {
      this.#writing = this.#closeSegment().finally(() => {
        this.#writing = null;
      });
    }
  }

  #isOld(): boolean {
    return performance.now() - this.#segmentSince > this.#options.segmentMs;
  }

  #startWriting(): void {
    if (this.#writing !== null) return;
    const full = this.#filling;
    this.#filling = this.#spare;
    this.#spare = full;
    const records = this.#fillingRecords;
    this.#fillingRecords = 0;
    this.#writing = this.#writeOut(full)
      .catch(async (error: unknown) => {
        this.#counters.logRecordsLost += records;
        this.#options.onError(error instanceof Error ? error : new Error(String(error)));
        // Half a record may stand at the end of this segment; the next ones go into another.
        await this.#closeSegment();
      })
      .finally(() => {
        full.position = 0;
        this.#writing = null;
        if (this.#filling.position >= FLUSH_AT_BYTES) this.#startWriting();
      });
  }

  async #writeOut(full: ProtoWriter): Promise<void> {
    this.#fd ??= await this.#openSegment();
    let written = 0;
    while (written < full.position) {
      written += await writeAsync(this.#fd, full.buffer, written, full.position - written);
    }
    this.#segmentBytes += written;
    if (this.#segmentBytes >= this.#options.segmentBytes || this.#isOld()) await this.#closeSegment();
  }

  #openSegment(): Promise<number> {
    this.#segment = newSegmentId(Date.now(), process.pid);
    this.#segmentBytes = 0;
    this.#segmentSince = performance.now();
    return new Promise((resolve, reject) => {
      open(this.#file(OPEN_SUFFIX), 'wx', 0o600, (error, fd) => (error ? reject(error) : resolve(fd)));
    });
  }

  async #closeSegment(): Promise<void> {
    const fd = this.#fd;
    if (fd === null) return;
    this.#fd = null;
    const [openFile, closedFile, isEmpty] = [
      this.#file(OPEN_SUFFIX),
      this.#file(CLOSED_SUFFIX),
      this.#segmentBytes === 0,
    ];
    await new Promise<void>((resolve) => close(fd, () => resolve()));
    if (isEmpty) {
      await new Promise<void>((resolve) => unlink(openFile, () => resolve()));
      return;
    }
    await rename(openFile, closedFile).catch(this.#options.onError);
  }

  #file(suffix: string): string {
    return path.join(this.#options.folder, this.#segment + suffix);
  }
}

function writeAsync(fd: number, buffer: Buffer, offset: number, length: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(fd, buffer, offset, length, null, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
}
