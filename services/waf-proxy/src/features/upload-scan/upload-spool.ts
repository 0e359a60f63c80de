import { type DiskFile, DiskFolder } from '../../io/disk-folder.ts';
import type { FairCounter, Place } from '../../io/shares/fair-counter.ts';
import type { Holder } from '../../io/shares/holder.ts';

/** Disk space for uploads that wait for their verdict; one per worker. */
export class UploadSpool {
  private readonly folder: DiskFolder;
  private readonly room: FairCounter;

  constructor(folder: string, room: FairCounter) {
    this.folder = new DiskFolder(folder);
    this.room = room;
  }

  get usedBytes(): number {
    return this.room.state.used;
  }

  /** Null: not enough space, in total or for this holder. */
  take(holder: Holder, bytes: number): Place | null {
    return this.room.enter(holder, bytes);
  }

  takeMore(place: Place, bytes: number): boolean {
    return this.room.grow(place, bytes);
  }

  give(place: Place): void {
    this.room.leave(place);
  }

  create(): Promise<DiskFile> {
    return this.folder.create();
  }

  close(): Promise<void> {
    return this.folder.remove();
  }
}

const BACKLOG_BYTES = 1024 * 1024;
/** Bytes of the file read at a time. */
export const READ_BYTES = 64 * 1024;

/** One upload: the beginning in memory, the rest in a file. */
export class SpooledUpload {
  private readonly spool: UploadSpool;
  private readonly holder: Holder;
  private place: Place | null = null;
  private readonly held: readonly Buffer[];
  private readonly heldBytes: number;
  private readonly onRoom: () => void;
  private file: DiskFile | null = null;
  private spooled = 0;
  private written = 0;
  private backlog: Buffer[] = [];
  private backlogBytes = 0;
  /** What the disk rejected; sent on after the file's contents. */
  private rest: Buffer[] = [];
  private writing: Promise<void> | null = null;
  private failed = false;
  private discarded = false;

  /** @param onRoom called when `append` may continue after 'wait' */
  constructor(spool: UploadSpool, holder: Holder, held: readonly Buffer[], onRoom: () => void) {
    this.spool = spool;
    this.holder = holder;
    this.held = held;
    this.heldBytes = held.reduce((sum, chunk) => sum + chunk.length, 0);
    this.onRoom = onRoom;
  }

  get spooledBytes(): number {
    return this.spooled;
  }

  /** 'full': kept, but there is no space for more, so the upload cannot be scanned. */
  append(chunk: Buffer): 'more' | 'wait' | 'full' {
    if (this.discarded) return 'full';
    if (this.failed || !this.hasRoom(chunk.length)) {
      this.rest.push(chunk);
      return 'full';
    }
    this.spooled += chunk.length;
    this.backlog.push(chunk);
    this.backlogBytes += chunk.length;
    this.writing ??= this.write();
    return this.backlogBytes > BACKLOG_BYTES ? 'wait' : 'more';
  }

  /** True when everything appended is on disk; false if the disk failed. */
  async settled(): Promise<boolean> {
    await this.writing;
    return !this.failed;
  }

  /**
   * Bytes of the whole upload. To be called after `settled`.
   *
   * @param buffer reused for every chunk: process one before asking for the next
   */
  async *read(from: number, to: number, buffer?: Buffer): AsyncGenerator<Buffer> {
    let at = 0;
    for (const chunk of this.held) {
      const start = Math.max(from - at, 0);
      const end = Math.min(to - at, chunk.length);
      if (start < end) yield chunk.subarray(start, end);
      at += chunk.length;
    }
    let position = Math.max(from, this.heldBytes) - this.heldBytes;
    const end = Math.min(to - this.heldBytes, this.written);
    while (position < end) {
      const chunk = await this.file!.read(position, Math.min(READ_BYTES, end - position), buffer);
      if (chunk.length === 0) throw new Error('the file of an upload is shorter than it was');
      position += chunk.length;
      yield chunk;
    }
  }

  /** Everything after the part in memory. */
  async *readSpooled(): AsyncGenerator<Buffer> {
    yield* this.read(this.heldBytes, Number.POSITIVE_INFINITY);
    yield* this.rest.splice(0);
  }

  /** Frees its space; once. */
  async discard(): Promise<void> {
    if (this.discarded) return;
    this.discarded = true;
    await this.writing;
    if (this.place !== null) this.spool.give(this.place);
    this.rest = [];
    await this.file?.release();
    await this.file?.delete();
  }

  private hasRoom(bytes: number): boolean {
    if (this.place !== null) return this.spool.takeMore(this.place, bytes);
    this.place = this.spool.take(this.holder, bytes);
    return this.place !== null;
  }

  private async write(): Promise<void> {
    let writing: Buffer[] = [];
    try {
      this.file ??= await this.spool.create();
      while (this.backlog.length > 0) {
        const taken = this.backlog;
        const before = this.backlogBytes;
        this.backlog = [];
        this.backlogBytes = 0;
        writing = taken;
        await this.file.append(taken);
        writing = [];
        this.written += before;
        this.onRoom();
      }
    } catch {
      // A full disk is treated like a full quota: the site's policy decides about uploads that could not be scanned.
      this.failed = true;
      this.rest = [...writing, ...this.backlog, ...this.rest];
      this.backlog = [];
      this.onRoom();
    }
    this.writing = null;
  }
}
