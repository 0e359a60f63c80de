import type { DiskFile } from '../../io/disk-folder.ts';

/** Destination of a reader's bytes; the writing half of a reply. */
export interface BodySink {
  /** False: wait for `onDrain`. */
  write(chunk: Buffer): boolean;
  onDrain(listener: () => void): void;
}

export type BodyState = 'growing' | 'complete' | 'broken';

/** A body as readers see it: partly in memory, partly on disk, still growing. */
export interface ReadableBody {
  readonly state: BodyState;
  /** Bytes that have arrived. */
  readonly length: number;
  /** Null: none of it is on disk. */
  readonly file: DiskFile | null;
  /** Length of the file that can be read. */
  readonly onDisk: number;
  /** Bytes in memory from `position` on; null: they are on disk, or have not arrived. */
  inMemory(position: number): Buffer | null;
}

const READ_BYTES = 64 * 1024;

/** Sends a body to one client at its own pace. */
export class Reader {
  private readonly body: ReadableBody;
  private readonly sink: BodySink;
  private readonly onEnd: (whole: boolean) => void;
  private readonly end: number;
  private position: number;
  private blocked = false;
  private reading = false;
  private acquired = false;
  private over = false;

  constructor(
    body: ReadableBody,
    from: number,
    end: number,
    sink: BodySink,
    onEnd: (whole: boolean) => void,
  ) {
    this.body = body;
    this.position = from;
    this.end = end;
    this.sink = sink;
    this.onEnd = onEnd;
    sink.onDrain(() => {
      this.blocked = false;
      this.pump();
    });
  }

  pump(): void {
    while (!this.over && !this.blocked && !this.reading) {
      const end = Math.min(this.end, this.body.length);
      if (this.position >= end) {
        if (this.position >= this.end || this.body.state === 'complete') this.finish(true);
        return;
      }
      const chunk = this.body.inMemory(this.position);
      if (chunk === null) {
        void this.fromDisk(end);
        return;
      }
      this.send(chunk.length > end - this.position ? chunk.subarray(0, end - this.position) : chunk);
    }
  }

  broken(): void {
    this.finish(false);
  }

  cancel(): void {
    if (this.over) return;
    this.over = true;
    this.letGo();
  }

  private async fromDisk(end: number): Promise<void> {
    const { file, onDisk } = this.body;
    if (file === null) return;
    this.reading = true;
    try {
      if (!this.acquired) {
        await file.acquire();
        this.acquired = true;
      }
      const bytes = Math.min(READ_BYTES, Math.min(end, onDisk) - this.position);
      const chunk = this.over ? null : await file.read(this.position, bytes);
      this.reading = false;
      if (this.over) {
        this.letGo();
        return;
      }
      if (chunk === null || chunk.length === 0) this.finish(false);
      else this.send(chunk);
    } catch {
      // The file is missing or unreadable; the client must see that the body is incomplete.
      this.reading = false;
      this.finish(false);
    }
    this.pump();
  }

  private send(chunk: Buffer): void {
    this.position += chunk.length;
    if (!this.sink.write(chunk)) this.blocked = true;
  }

  private finish(whole: boolean): void {
    if (this.over) return;
    this.over = true;
    this.letGo();
    this.onEnd(whole);
  }

  private letGo(): void {
    if (!this.acquired || this.reading) return;
    this.acquired = false;
    void this.body.file?.release().catch(() => undefined); // Nothing is written through it.
  }
}
