import type { RequestBody, RequestBodyEvents } from '../../request/reply.ts';
import type { SpooledUpload } from './upload-spool.ts';

/** The rest of a scanned upload, sent to the origin: first from the file, then what is still arriving. */
export class SpooledBody implements RequestBody {
  private readonly upload: SpooledUpload;
  private readonly live: RequestBody | null;
  private readonly onBroken: () => void;
  private events: RequestBodyEvents | null = null;
  private chunks: AsyncGenerator<Buffer> | null = null;
  private paused = true;
  private reading = false;
  private filePlayed = false;

  /**
   * @param live null: the upload has arrived completely
   * @param onBroken the file cannot be read; the request must not appear complete
   */
  constructor(upload: SpooledUpload, live: RequestBody | null, onBroken: () => void) {
    this.onBroken = onBroken;
    this.upload = upload;
    this.live = live;
  }

  start(events: RequestBodyEvents): void {
    this.events = events;
    this.chunks ??= this.upload.readSpooled();
    if (this.filePlayed) this.live?.start(events);
    else this.resume();
  }

  pause(): void {
    this.paused = true;
    if (this.filePlayed) this.live?.pause();
  }

  resume(): void {
    this.paused = false;
    if (this.filePlayed) this.live?.resume();
    else void this.play();
  }

  private async play(): Promise<void> {
    if (this.reading) return;
    this.reading = true;
    try {
      while (!this.paused && !this.filePlayed) {
        const { value, done } = await this.chunks!.next();
        if (done) this.filePlayed = true;
        else this.events!.onChunk(value);
      }
    } catch {
      this.onBroken();
      return;
    }
    this.reading = false;
    if (!this.filePlayed) return;
    void this.upload.discard();
    if (this.live === null) this.events!.onEnd([]);
    else {
      this.live.start(this.events!);
      if (!this.paused) this.live.resume();
    }
  }
}
