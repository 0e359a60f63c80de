export type Disposer = () => void;

/**
 * How long a request is worth working for. Code that starts work for it, or holds a resource, registers a disposer;
 * each is run at most once, the latest first.
 *
 *   open ─▶ abandoned: running work is cancelled ─▶ ended: resources are released
 *      └──────────────── the response was sent ──────▶ ended
 *
 * Not an AbortSignal: that is an EventTarget with an Event per request, and does not notify late listeners.
 */
export class RequestLifetime {
  /** Null until something registers: most requests need only one list with one entry. */
  private whileWaitedFor: Disposer[] | null = null;
  private untilEnd: Disposer[] | null = null;
  private isAbandoned = false;
  private isEnded = false;

  /** Nobody waits for a response any more; no new work should begin. */
  get isOver(): boolean {
    return this.isAbandoned || this.isEnded;
  }

  /** Run if the client leaves or gets a response of our own instead; at once if the request is already over. */
  whenAbandoned(disposer: Disposer): void {
    if (this.isOver) disposer();
    else if (this.whileWaitedFor === null) this.whileWaitedFor = [disposer];
    else this.whileWaitedFor.push(disposer);
  }

  /** Run at the end of the request, whatever the outcome; at once if it has ended already. */
  whenEnded(disposer: Disposer): void {
    if (this.isEnded) disposer();
    else if (this.untilEnd === null) this.untilEnd = [disposer];
    else this.untilEnd.push(disposer);
  }

  /** Unregisters a disposer that is no longer needed. */
  release(disposer: Disposer): void {
    const waiting = this.whileWaitedFor;
    const index = waiting === null ? -1 : waiting.lastIndexOf(disposer);
    if (index >= 0) waiting!.splice(index, 1);
  }

  /** Cancels running work. A response may still follow. */
  abandon(): void {
    this.isAbandoned = true;
    runAll(this.whileWaitedFor);
  }

  /** @param abandoned the response was not delivered, or not completely */
  end(abandoned: boolean): void {
    if (this.isEnded) return;
    this.isEnded = true;
    if (abandoned) this.abandon();
    this.whileWaitedFor = null;
    runAll(this.untilEnd);
    this.untilEnd = null;
  }
}

/** Runs all, even if one throws; its error is thrown at the end. */
function runAll(disposers: Disposer[] | null): void {
  if (disposers === null) return;
  const failures: unknown[] = [];
  // Removed before it is called, as it may release others or end the request.
  for (let disposer = disposers.pop(); disposer !== undefined; disposer = disposers.pop()) {
    try {
      disposer();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'several disposers of a request failed');
}
