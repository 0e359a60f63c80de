/** Something small that has yet to be written to its socket. */
export interface UnwrittenText {
  writeNow(): void;
}

/** Nobody's write waits longer, but for what is being done at the moment. */
const MAX_WAIT_MS = 1;
const MAX_WAITING = 32;

/**
 * Small writes, gathered until the end of a turn of the event loop. A write to a socket wakes whoever reads from it, and
 * waking a core that sleeps costs the writer more than the write itself. Between two writes one after the other nobody has
 * gone to sleep; between two that a request's inspection lies between, they have.
 *
 * What waits is written in its order, after a millisecond at the latest: `keepUp` is called before more work is taken up.
 */
export class WriteBatch {
  private waiting: UnwrittenText[] = [];
  private since = 0;
  private readonly isInUse: boolean;

  /** @param isInUse false: everything is written at once. */
  constructor(isInUse = true) {
    this.isInUse = isInUse;
  }

  add(text: UnwrittenText): void {
    if (!this.isInUse) {
      text.writeNow();
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
    let at = 0;
    try {
      for (; at < all.length; at++) all[at]!.writeNow();
    } finally {
      // One has failed: that is no affair of the others.
      for (at++; at < all.length; at++) this.add(all[at]!);
    }
  }
}
