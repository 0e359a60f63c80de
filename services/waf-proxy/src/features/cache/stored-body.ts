import type { DiskFile, DiskFolder } from '../../io/disk-folder.ts';
import { type BodySink, type BodyState, Reader } from './stored-body-reader.ts';

export interface BodyReader {
  /** Stops reading, as the client has left. */
  cancel(): void;
}

export interface BodyLimits {
  /** Maximum size of a body kept in memory. */
  memoryBytes: number;
  /** Maximum size of a body that is stored. */
  objectBytes: number;
}

/** Disk space for bodies still arriving; stored bodies are limited by the store. */
export interface DiskQuota {
  take(bytes: number): boolean;
  give(bytes: number): void;
}

/** Bytes that may wait for the disk before the origin is paused. */
const BACKLOG_BYTES = 1024 * 1024;

/**
 * A response body that is stored while it arrives, and meanwhile read by any number of clients, each from its own
 * position and at its own pace. It begins in memory and moves to a file when it becomes large.
 *
 *   append ─▶ chunks (up to memoryBytes) ─▶ backlog (up to 1 MiB) ─▶ file
 */
export class StoredBody {
  private readonly limits: BodyLimits;
  private readonly folder: DiskFolder | null;
  private readonly quota: DiskQuota;
  private readonly onWritable: () => void;
  private taken = 0;
  private storedState: BodyState = 'growing';
  private storedLength = 0;
  private chunks: Buffer[] | null = [];
  private storedWhole: Buffer | null = null;
  private storedFile: DiskFile | null = null;
  /** Length of the file that can be read. */
  private storedOnDisk = 0;
  private backlog: Buffer[] = [];
  private backlogBytes = 0;
  private writing = false;
  private unwanted = false;
  private deleted = false;
  private readonly storedReaders = new Set<Reader>();

  /** @param onWritable called when `append` may continue after 'wait' */
  constructor(limits: BodyLimits, folder: DiskFolder | null, quota: DiskQuota, onWritable: () => void) {
    this.quota = quota;
    this.limits = limits;
    this.folder = folder;
    this.onWritable = onWritable;
  }

  get state(): BodyState {
    return this.storedState;
  }

  get length(): number {
    return this.storedLength;
  }

  /** Memory that it occupies permanently, in bytes. */
  get memoryBytes(): number {
    return this.storedWhole?.length ?? 0;
  }

  get diskBytes(): number {
    return this.storedWhole === null && this.chunks === null ? this.storedLength : 0;
  }

  /** The body as one buffer, if it is complete and in memory. */
  get whole(): Buffer | null {
    return this.storedWhole;
  }

  get readers(): number {
    return this.storedReaders.size;
  }

  /**
   * Adds a chunk. 'wait': added, but no more until `onWritable`. 'too-large': not added, the body exceeds the limit;
   * what was added can still be read.
   */
  append(chunk: Buffer): 'more' | 'wait' | 'too-large' {
    if (this.storedState !== 'growing') return 'more';
    const length = this.storedLength + chunk.length;
    const bound = this.folder === null ? this.limits.memoryBytes : this.limits.objectBytes;
    if (length > bound) return 'too-large';
    if (length > this.limits.memoryBytes) {
      const wanted = length - this.taken;
      if (!this.quota.take(wanted)) return 'too-large';
      this.taken += wanted;
    }
    this.storedLength = length;
    if (this.chunks !== null && length <= this.limits.memoryBytes) {
      this.chunks.push(chunk);
      this.wakeReaders();
      return 'more';
    }
    if (this.chunks !== null) {
      this.backlog = this.chunks;
      this.backlogBytes = length - chunk.length;
      this.chunks = null;
    }
    this.backlog.push(chunk);
    this.backlogBytes += chunk.length;
    void this.writeBacklog();
    this.wakeReaders();
    return this.backlogBytes > BACKLOG_BYTES ? 'wait' : 'more';
  }

  /** Ends the body; it is complete. */
  complete(): void {
    if (this.storedState !== 'growing') return;
    this.storedState = 'complete';
    this.giveBack();
    if (this.chunks !== null) {
      this.storedWhole = joinTightly(this.chunks, this.storedLength);
      this.chunks = null;
    }
    this.wakeReaders();
    if (this.storedFile !== null && !this.writing) this.letGoOfFile();
  }

  /** Ends the body; it is incomplete. */
  break(): void {
    if (this.storedState !== 'growing') return;
    this.storedState = 'broken';
    this.giveBack();
    for (const reader of [...this.storedReaders]) reader.broken();
    this.delete();
    if (!this.writing) this.letGoOfFile();
  }

  /** Frees its space as soon as nobody reads it. */
  delete(): void {
    this.unwanted = true;
    if (this.deleted || this.storedReaders.size > 0) return;
    this.deleted = true;
    void this.storedFile?.delete().catch(() => undefined); // The folder is emptied at the next start anyway.
  }

  /**
   * Sends bytes `from` to `end` (exclusive; infinity: to the end) to a sink, at the sink's pace. `onEnd(false)`: the
   * body is incomplete, or its file cannot be read.
   */
  read(from: number, end: number, sink: BodySink, onEnd: (whole: boolean) => void): BodyReader {
    const reader = new Reader(this, from, end, sink, (whole) => {
      this.leave(reader);
      onEnd(whole);
    });
    this.storedReaders.add(reader);
    reader.pump();
    return {
      cancel: () => {
        reader.cancel();
        this.leave(reader);
      },
    };
  }

  private leave(reader: Reader): void {
    if (this.storedReaders.delete(reader) && this.unwanted) this.delete();
  }

  /** Bytes in memory from `position` on; null: they are on disk, or have not arrived. */
  inMemory(position: number): Buffer | null {
    if (this.storedWhole !== null) return this.storedWhole.subarray(position);
    const [chunks, start] = this.chunks === null ? [this.backlog, this.storedOnDisk] : [this.chunks, 0];
    if (position < start) return null;
    let at = start;
    for (const chunk of chunks) {
      if (position < at + chunk.length) return position === at ? chunk : chunk.subarray(position - at);
      at += chunk.length;
    }
    return null;
  }

  get file(): DiskFile | null {
    return this.storedFile;
  }

  get onDisk(): number {
    return this.storedOnDisk;
  }

  private async writeBacklog(): Promise<void> {
    if (this.writing) return;
    this.writing = true;
    try {
      this.storedFile ??= await this.folder!.create();
      if (this.deleted) await this.storedFile.delete();
      while (this.backlog.length > 0 && this.storedState !== 'broken') {
        const taken = this.backlog.slice();
        await this.storedFile.append(taken);
        // Bytes leave the backlog only once they are on disk, so that readers find them in one of the two.
        const bytes = taken.reduce((sum, chunk) => sum + chunk.length, 0);
        this.backlog.splice(0, taken.length);
        const was = this.backlogBytes;
        this.backlogBytes -= bytes;
        this.storedOnDisk += bytes;
        this.wakeReaders();
        if (was > BACKLOG_BYTES && this.backlogBytes <= BACKLOG_BYTES) this.onWritable();
      }
    } catch {
      // The disk is full or failing: clients of this response see it break off, and nothing is stored.
      this.fail();
    }
    this.writing = false;
    if (this.storedState !== 'growing') this.letGoOfFile();
  }

  private giveBack(): void {
    this.quota.give(this.taken);
    this.taken = 0;
  }

  private fail(): void {
    this.storedState = 'broken';
    this.giveBack();
    for (const reader of [...this.storedReaders]) reader.broken();
    this.delete();
    this.onWritable();
  }

  private letGoOfFile(): void {
    void this.storedFile?.release().catch(() => undefined); // Closing has nothing to lose: all was read or is deleted.
  }

  private wakeReaders(): void {
    for (const reader of [...this.storedReaders]) reader.pump();
  }
}

/** Copies the chunks, which are views of larger buffers that would otherwise stay in memory with a small body. */
function joinTightly(chunks: readonly Buffer[], length: number): Buffer {
  const whole = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(whole, at);
  return whole;
}
