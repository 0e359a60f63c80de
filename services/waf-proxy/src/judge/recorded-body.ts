import type { RequestBody, RequestBodyEvents } from '../request/reply.ts';

/** A body that is there already: told at once, in one piece. */
export class RecordedBody implements RequestBody {
  private readonly bytes: Buffer;
  private readonly isWhole: boolean;
  /** More was asked for than was recorded. */
  private isMissing = false;
  private tellMissing: (() => void) | null = null;

  constructor(bytes: Buffer, isWhole: boolean) {
    this.bytes = bytes;
    this.isWhole = isWhole;
  }

  start(events: RequestBodyEvents): void {
    if (!this.isWhole) {
      this.isMissing = true;
      this.tellMissing?.();
      return;
    }
    if (this.bytes.length > 0) events.onChunk(this.bytes);
    events.onEnd([]);
  }

  /** Comes true when somebody asks for what was not recorded, who waits for ever then. */
  missing(): Promise<'body'> {
    if (this.isMissing) return Promise.resolve('body');
    return new Promise((resolve) => {
      this.tellMissing = () => resolve('body');
    });
  }

  pause(): void {
    // All of it has been told.
  }

  resume(): void {
    // All of it has been told.
  }
}
