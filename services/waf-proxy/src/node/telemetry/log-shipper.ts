import { type FileHandle, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { SegmentProgress } from '@palisade/edge-state';
import { encodeBatch } from './batch-encoder.ts';
import { CLOSED_SUFFIX, OPEN_SUFFIX, readRecords, writerOf } from './spool-format.ts';

/** Where batches go; resolves when the bus holds them. */
export interface BatchPublisher {
  publish(payload: Uint8Array): Promise<void>;
}

/** Through which the log service confirms what it has stored. */
export interface CommitSource {
  read(segmentIds: readonly string[]): Promise<Map<string, SegmentProgress>>;
  forget(segmentIds: readonly string[]): Promise<void>;
}

export interface ShipperOptions {
  folder: string;
  nodeId: string;
  publisher: BatchPublisher;
  commits: CommitSource;
  /** Maximum size of the spool; beyond it the oldest closed segments are dropped, counted and reported. */
  maxBytes: number;
  /** True while a worker of this process id may still append. */
  isWriting(pid: number): boolean;
  onError(error: Error): void;
  onLoss(segmentId: string, records: number): void;
  pollMs?: number;
  /** Time without a confirmation after which a published segment is sent again; doubled each time up to 5 min. */
  repeatAfterMs?: number;
}

export interface ShipperState {
  segments: number;
  bytes: number;
  publishedRecords: number;
  droppedRecords: number;
  repeats: number;
}

interface Segment {
  id: string;
  closed: boolean;
  /** Byte position and index of the first record not yet published. */
  offset: number;
  index: number;
  /** Positions at which batches began, for going back. */
  marks: { offset: number; index: number }[];
  lastSent: boolean;
  committed: number;
  waitingSince: number;
  repeatAfterMs: number;
  bytes: number;
}

const BATCH_BYTES = 512 * 1024;
const READ_BYTES = 768 * 1024;
/** Published and unconfirmed segments at a time: the bus is a buffer, not a second spool. */
const MAX_UNCONFIRMED = 16;
const MAX_REPEAT_MS = 5 * 60_000;

/**
 * Takes the node's segments, in order, to the bus, and deletes each when the log service has confirmed its last record.
 *
 * Open segments are followed as they grow. After a restart, a lost confirmation or a bus that forgot, records are sent
 * again; (node, segment, index) names each for ever, so that the log service stores none twice.
 */
export class LogShipper {
  private readonly options: Required<ShipperOptions>;
  private readonly segments = new Map<string, Segment>();
  readonly state: ShipperState = {
    segments: 0,
    bytes: 0,
    publishedRecords: 0,
    droppedRecords: 0,
    repeats: 0,
  };
  private stopped = false;
  private running: Promise<void> | null = null;
  private wake: (() => void) | null = null;

  constructor(options: ShipperOptions) {
    this.options = { pollMs: 200, repeatAfterMs: 15_000, ...options };
  }

  start(): void {
    this.running = this.loop();
  }

  /** One more round, then the end. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake?.();
    await this.running;
  }

  private async loop(): Promise<void> {
    for (;;) {
      try {
        await this.round();
      } catch (error) {
        this.options.onError(error instanceof Error ? error : new Error(String(error)));
      }
      if (this.stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.options.pollMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Everything that can be done now; public for tests. */
  async round(): Promise<void> {
    await this.discover();
    await this.enforceBound();
    await this.confirm();
    const now = performance.now();
    let unconfirmed = 0;
    for (const segment of [...this.segments.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      if (unconfirmed >= MAX_UNCONFIRMED) break;
      this.repeatIfOverdue(segment, now);
      await this.ship(segment);
      if (segment.lastSent) unconfirmed++;
    }
  }

  private async discover(): Promise<void> {
    const names = await readdir(this.options.folder);
    const found: Segment[] = [];
    for (const name of names) {
      const open = name.endsWith(OPEN_SUFFIX);
      if (!open && !name.endsWith(CLOSED_SUFFIX)) continue;
      const id = name.slice(0, name.lastIndexOf('.'));
      if (open && !this.options.isWriting(writerOf(id))) {
        // Its worker has ended: the segment is complete.
        await rename(this.file(id, OPEN_SUFFIX), this.file(id, CLOSED_SUFFIX));
      }
      const closed = !open || !this.options.isWriting(writerOf(id));
      const known = this.segments.get(id);
      if (known === undefined) {
        const segment = this.newSegment(id, closed);
        this.segments.set(id, segment);
        found.push(segment);
      } else known.closed ||= closed;
    }
    await this.skipCommitted(found);
    this.state.bytes = 0;
    for (const segment of this.segments.values()) {
      segment.bytes = (await this.sizeOf(segment)) ?? segment.bytes;
      this.state.bytes += segment.bytes;
    }
    this.state.segments = this.segments.size;
  }

  private newSegment(id: string, closed: boolean): Segment {
    return {
      id,
      closed,
      offset: 0,
      index: 0,
      marks: [{ offset: 0, index: 0 }],
      lastSent: false,
      committed: 0,
      waitingSince: performance.now(),
      repeatAfterMs: this.options.repeatAfterMs,
      bytes: 0,
    };
  }

  /** Segments delivered by an earlier run of this process are not sent again. */
  private async skipCommitted(segments: readonly Segment[]): Promise<void> {
    if (segments.length === 0) return;
    const progress = await this.readCommits(segments.map((segment) => segment.id));
    for (const segment of segments) {
      const known = progress.get(segment.id);
      if (known === undefined) continue;
      if (known.done) segment.lastSent = true;
      else await this.advance(segment, known.nextIndex);
    }
  }

  private async readCommits(ids: readonly string[]): Promise<Map<string, SegmentProgress>> {
    try {
      return await this.options.commits.read(ids);
    } catch (error) {
      this.options.onError(error instanceof Error ? error : new Error(String(error)));
      return new Map();
    }
  }

  private async advance(segment: Segment, index: number): Promise<void> {
    while (segment.index < index) {
      const read = await this.read(segment, Number.POSITIVE_INFINITY);
      if (read.payloads.length === 0) return;
      const take = Math.min(read.payloads.length, index - segment.index);
      for (const payload of read.payloads.slice(0, take)) segment.offset += payload.length + 8;
      segment.index += take;
    }
    segment.marks = [{ offset: segment.offset, index: segment.index }];
    segment.committed = segment.index;
  }

  private async enforceBound(): Promise<void> {
    const oldest = [...this.segments.values()]
      .filter((segment) => segment.closed)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const segment of oldest) {
      if (this.state.bytes <= this.options.maxBytes) return;
      const lost = await this.countUnconfirmed(segment);
      this.state.bytes -= segment.bytes;
      this.state.droppedRecords += lost;
      await this.drop(segment);
      this.options.onLoss(segment.id, lost);
    }
  }

  private async countUnconfirmed(segment: Segment): Promise<number> {
    const copy = this.newSegment(segment.id, true);
    await this.advance(copy, Number.MAX_SAFE_INTEGER);
    return Math.max(0, copy.index - segment.committed);
  }

  private async confirm(): Promise<void> {
    const sent = [...this.segments.values()].filter(
      (segment) => segment.index > segment.committed || segment.lastSent,
    );
    if (sent.length === 0) return;
    const progress = await this.readCommits(sent.map((segment) => segment.id));
    const done: string[] = [];
    for (const segment of sent) {
      const known = progress.get(segment.id);
      if (known === undefined) continue;
      if (known.nextIndex > segment.committed) {
        segment.committed = known.nextIndex;
        segment.waitingSince = performance.now();
        segment.repeatAfterMs = this.options.repeatAfterMs;
        while (segment.marks.length > 1 && segment.marks[1]!.index <= segment.committed)
          segment.marks.shift();
      }
      if (known.done) done.push(segment.id);
    }
    for (const id of done) await this.drop(this.segments.get(id)!);
    if (done.length > 0) await this.options.commits.forget(done);
  }

  private repeatIfOverdue(segment: Segment, now: number): void {
    const outstanding = segment.index > segment.committed || segment.lastSent;
    if (!outstanding || now - segment.waitingSince < segment.repeatAfterMs) return;
    const from = segment.marks[0]!;
    segment.offset = from.offset;
    segment.index = from.index;
    segment.lastSent = false;
    segment.waitingSince = now;
    segment.repeatAfterMs = Math.min(segment.repeatAfterMs * 2, MAX_REPEAT_MS);
    this.state.repeats++;
  }

  private async ship(segment: Segment): Promise<void> {
    while (!segment.lastSent) {
      const closed = segment.closed;
      const { payloads, atEnd } = await this.read(segment, BATCH_BYTES);
      const last = closed && atEnd;
      if (payloads.length === 0 && !last) return;
      if (payloads.length === 0 && segment.index === 0) {
        await this.drop(segment);
        return;
      }
      await this.options.publisher.publish(
        encodeBatch(this.options.nodeId, segment.id, segment.index, payloads, last),
      );
      if (segment.index === segment.committed) segment.waitingSince = performance.now();
      for (const payload of payloads) segment.offset += payload.length + 8;
      segment.index += payloads.length;
      segment.marks.push({ offset: segment.offset, index: segment.index });
      segment.lastSent = last;
      this.state.publishedRecords += payloads.length;
    }
  }

  private async read(segment: Segment, maxBytes: number): Promise<{ payloads: Buffer[]; atEnd: boolean }> {
    let file: FileHandle;
    try {
      file = await this.openFile(segment);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // Renamed since the folder was listed; the next round finds it.
      return { payloads: [], atEnd: false };
    }
    try {
      const buffer = Buffer.allocUnsafe(READ_BYTES);
      const { bytesRead } = await file.read(buffer, 0, READ_BYTES, segment.offset);
      const { payloads, stopped } = readRecords(buffer.subarray(0, bytesRead), maxBytes);
      // Less than a whole record at the end of a closed file is what a crash cut off.
      return { payloads, atEnd: stopped === 'damaged' || (stopped === 'end' && bytesRead < READ_BYTES) };
    } finally {
      await file.close();
    }
  }

  private async openFile(segment: Segment): Promise<FileHandle> {
    try {
      return await open(this.file(segment.id, segment.closed ? CLOSED_SUFFIX : OPEN_SUFFIX), 'r');
    } catch (error) {
      if (segment.closed || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return open(this.file(segment.id, CLOSED_SUFFIX), 'r');
    }
  }

  private async sizeOf(segment: Segment): Promise<number | null> {
    try {
      return (await stat(this.file(segment.id, segment.closed ? CLOSED_SUFFIX : OPEN_SUFFIX))).size;
    } catch {
      // Being renamed just now; its last known size stands.
      return null;
    }
  }

  private async drop(segment: Segment): Promise<void> {
    this.segments.delete(segment.id);
    await unlink(this.file(segment.id, CLOSED_SUFFIX)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }

  private file(id: string, suffix: string): string {
    return path.join(this.options.folder, id + suffix);
  }
}
