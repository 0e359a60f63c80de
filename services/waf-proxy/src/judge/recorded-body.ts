import type { RequestBody, RequestBodyEvents } from '../request/reply.ts';

/** A body that is complete from the start; delivered in one piece. */
export class RecordedBody implements RequestBody {
  private readonly bytes: Buffer;
  private readonly isWhole: boolean;
  /** A reader wanted more than was recorded. */
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

  /** Resolves when a reader wants more than was recorded; that reader waits for ever. */
  missing(): Promise<'body'> {
    if (this.isMissing) return Promise.resolve('body');
    return new Promise((resolve) => {
      this.tellMissing = () => resolve('body');
    });
  }

  pause(): void {
    // Everything was delivered already.
  }

  resume(): void {
    // Everything was delivered already.
  }
}
