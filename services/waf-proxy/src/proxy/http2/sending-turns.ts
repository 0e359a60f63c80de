import { DEFAULT_WINDOW, MAX_FRAME_BYTES, MAX_WINDOW } from './frames.ts';
import type { Http2Stream } from './http2-stream.ts';
import type { Outbox } from './outbox.ts';

/** Lets the streams of a connection send one frame after another in turn, as far as the windows allow. */
export class SendingTurns {
  readonly #outbox: Outbox;
  readonly #turns: Http2Stream[] = [];
  #window = DEFAULT_WINDOW;
  #running = false;
  /** Frames that have gone, so far. */
  frames = 0;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /** The client takes so much more on the connection. False: that cannot be. */
  widen(bytes: number): boolean {
    this.#window += bytes;
    return this.#window <= MAX_WINDOW;
  }

  /** The stream gets a turn, if there is something that it may send. */
  enter(stream: Http2Stream): void {
    if (stream.queued || stream.waiting === 0 || stream.sendWindow <= 0) return;
    stream.queued = true;
    this.#turns.push(stream);
  }

  /**
   * Moves data into the outbox until it holds about `room` bytes more, and tells of each stream that has sent all.
   *
   * @returns streams that asked to be told when they may write again.
   */
  run(room: number, onSent: (stream: Http2Stream) => void): readonly Http2Stream[] {
    // Whoever is told writes on, and gets its turn in the run that is under way.
    if (this.#running) return NONE;
    this.#running = true;
    let left = room;
    let drained: Http2Stream[] | null = null;
    while (this.#turns.length > 0 && left > 0 && this.#window > 0) {
      const stream = this.#turns.shift()!;
      stream.queued = false;
      if (stream.over) continue;
      const bytes = Math.min(stream.waiting, stream.sendWindow, this.#window, MAX_FRAME_BYTES);
      this.#window -= bytes;
      this.frames += 1;
      left -= bytes;
      if (stream.sendTo(this.#outbox, bytes)) onSent(stream);
      else {
        this.enter(stream);
        if (stream.wantsDrain) {
          drained ??= [];
          drained.push(stream);
        }
      }
    }
    this.#running = false;
    return drained ?? NONE;
  }
}

const NONE: readonly Http2Stream[] = [];
