/** Something small that has yet to be written to its socket. */
export interface UnwrittenText {
  writeNow(): void;
  /** `writeNow` has thrown: an unknown part was sent, and nothing may follow it on its socket. */
  breakOff(error: unknown): void;
}

/** Nobody's write waits longer, but for what is being done at the moment. */
const MAX_WAIT_MS = 1;
const MAX_WAITING = 32;

/**
 * Collects small writes until the end of a turn of the event loop. A write to a socket wakes its reader, and waking a
 * sleeping core costs the writer more than the write itself. Between two consecutive writes no core has gone to sleep;
 * between two with a request's inspection in between, it has.
 *
 * Writes keep their order and wait at most a millisecond: readers of clients or origins call `keepUp` before each piece
 * of work (received bytes, a request, a body's end, a handshake). A failed write concerns its own socket, and not the
 * caller that triggered it.
 */
export class WriteBatch {
  private waiting: UnwrittenText[] = [];
  private since = 0;
  private readonly onFailure: (error: unknown) => void;
  private readonly isInUse: boolean;

  /**
   * @param onFailure called for an internal error; the socket has been closed
   * @param isInUse false: everything is written at once
   */
  constructor(onFailure: (error: unknown) => void, isInUse = true) {
    this.onFailure = onFailure;
    this.isInUse = isInUse;
  }

  add(text: UnwrittenText): void {
    if (!this.isInUse) {
      this.write(text);
      return;
    }
    if (this.waiting.push(text) === 1) {
      this.since = performance.now();
      setImmediate(() => this.writeAll());
    } else if (this.waiting.length >= MAX_WAITING) this.writeAll();
  }

  keepUp(): void {
    if (this.waiting.length > 0 && performance.now() - this.since >= MAX_WAIT_MS) this.writeAll();
  }

  private writeAll(): void {
    const all = this.waiting;
    this.waiting = [];
    for (const text of all) this.write(text);
  }

  private write(text: UnwrittenText): void {
    try {
      text.writeNow();
    } catch (error) {
      text.breakOff(error);
      this.onFailure(error);
    }
  }
}
