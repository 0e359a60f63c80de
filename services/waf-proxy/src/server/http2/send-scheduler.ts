import { DEFAULT_WINDOW, MAX_FRAME_BYTES, MAX_WINDOW } from '../../http/http2/frames.ts';
import type { FrameBuffer } from './frame-buffer.ts';
import type { Http2Stream } from './http2-stream.ts';

/** Lets the streams of a connection send one frame after another in turn, as far as the windows allow. */
export class SendScheduler {
  private readonly into: FrameBuffer;
  private readonly turns: Http2Stream[] = [];
  private window = DEFAULT_WINDOW;
  private running = false;
  /** Frames that have gone, so far. */
  frames = 0;

  constructor(into: FrameBuffer) {
    this.into = into;
  }

  /** Enlarges the connection's send window. False: the window would be too large. */
  widen(bytes: number): boolean {
    this.window += bytes;
    return this.window <= MAX_WINDOW;
  }

  /** The stream gets a turn, if there is something that it may send. */
  enter(stream: Http2Stream): void {
    if (stream.queued || stream.waiting === 0 || stream.sendWindow <= 0) return;
    stream.queued = true;
    this.turns.push(stream);
  }

  /**
   * Moves up to about `bytes` of data into the buffer, and reports each stream that has sent everything.
   *
   * @returns streams that asked to be notified when they may write again.
   */
  send(bytes: number, onSent: (stream: Http2Stream) => void): readonly Http2Stream[] {
    // A notified stream writes again, and gets its turn in the current run.
    if (this.running) return NONE;
    this.running = true;
    let left = bytes;
    let drained: Http2Stream[] | null = null;
    while (this.turns.length > 0 && left > 0 && this.window > 0) {
      const stream = this.turns.shift()!;
      stream.queued = false;
      // The client may have lowered its window since; the stream enters again when that is widened.
      if (stream.over || stream.sendWindow <= 0) continue;
      const length = Math.min(stream.waiting, stream.sendWindow, this.window, MAX_FRAME_BYTES);
      this.window -= length;
      this.frames++;
      left -= length;
      if (stream.sendTo(this.into, length)) onSent(stream);
      else {
        this.enter(stream);
        if (stream.wantsDrain) {
          drained ??= [];
          drained.push(stream);
        }
      }
    }
    this.running = false;
    return drained ?? NONE;
  }
}

const NONE: readonly Http2Stream[] = [];
