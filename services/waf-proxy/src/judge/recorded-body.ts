import type { RequestBody, RequestBodyEvents } from '../request/reply.ts';

/** A body that is there already: told at once, in one piece. */
export class RecordedBody implements RequestBody {
  private readonly bytes: Buffer;
  private readonly isWhole: boolean;
  private readonly onMissing: () => void;

  /** @param onMissing called when more is asked for than was recorded */
  constructor(bytes: Buffer, isWhole: boolean, onMissing: () => void) {
    this.bytes = bytes;
    this.isWhole = isWhole;
    this.onMissing = onMissing;
  }

  start(events: RequestBodyEvents): void {
    if (!this.isWhole) {
      this.onMissing();
      return;
    }
    if (this.bytes.length > 0) events.onChunk(this.bytes);
    events.onEnd([]);
  }

  pause(): void {
    // All of it has been told.
  }

  resume(): void {
    // All of it has been told.
  }
}
