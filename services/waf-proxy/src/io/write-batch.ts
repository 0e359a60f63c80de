/** Something small that has yet to be written to its socket. */
export interface UnwrittenText {
  writeNow(): void;
  /** `writeNow` has thrown: nobody knows how much of it went out, and nothing may follow it on its socket. */
  breakOff(error: unknown): void;
}

/** Nobody's write waits longer, but for what is being done at the moment. */
const MAX_WAIT_MS = 1;
const MAX_WAITING = 32;

/**
 * Small writes, gathered until the end of a turn of the event loop. A write to a socket wakes whoever reads from it, and
 * waking a core that sleeps costs the writer more than the write itself. Between two writes one after the other nobody has
 * gone to sleep; between two that a request's inspection lies between, they have.
 *
 * What waits is written in its order, after a millisecond at the latest: whoever reads from clients or origins calls `keepUp`
 * before each piece of work that it takes up (bytes that have come, a request, a body's end, a handshake). One that cannot be written
 * is an affair of its own socket, and of nobody whose call it was that wrote.
 */
export class WriteBatch {
  private waiting: UnwrittenText[] = [];
  private since = 0;
  private readonly onFailure: (error: unknown) => void;
  private readonly isInUse: boolean;

  /**
   * @param onFailure told of a fault of our own; the socket in question has been broken off
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
