export type Disposer = () => void;

/**
 * How long anybody waits for the answer to a request. Whoever has something under way for it, or holds something for
 * it, registers how that is given up; any number may, and each is run at most once, the latest first.
 *
 *   open ─▶ abandoned: what is under way is given up ─▶ ended: what is held is given back
 *      └──────────────── the answer has gone out ────────▶ ended
 *
 * Not an AbortSignal: that is an EventTarget with an Event for each request, and who listens late is never told.
 */
export class RequestLifetime {
  /** Null: nobody has registered; most requests never need more than one place in one list. */
  private whileWaitedFor: Disposer[] | null = null;
  private untilEnd: Disposer[] | null = null;
  private isAbandoned = false;
  private isEnded = false;

  /** Nobody waits for an answer any more: nothing new has to be begun. */
  get isOver(): boolean {
    return this.isAbandoned || this.isEnded;
  }

  /** Run if the client leaves, or gets an answer of ours instead; at once if the request is over already. */
  whenAbandoned(disposer: Disposer): void {
    if (this.isOver) disposer();
    else if (this.whileWaitedFor === null) this.whileWaitedFor = [disposer];
    else this.whileWaitedFor.push(disposer);
  }

  /** Run at the request's end, however it comes; at once if it has come already. */
  whenEnded(disposer: Disposer): void {
    if (this.isEnded) disposer();
    else if (this.untilEnd === null) this.untilEnd = [disposer];
    else this.untilEnd.push(disposer);
  }

  /** What it gives up is done: it is not run any more. */
  release(disposer: Disposer): void {
    const waiting = this.whileWaitedFor;
    const index = waiting === null ? -1 : waiting.lastIndexOf(disposer);
    if (index >= 0) waiting!.splice(index, 1);
  }

  /** Gives up what is under way. An answer may still follow. */
  abandon(): void {
    this.isAbandoned = true;
    runAll(this.whileWaitedFor);
  }

  /** @param abandoned nobody has taken the answer, or not all of it. */
  end(abandoned: boolean): void {
    if (this.isEnded) return;
    this.isEnded = true;
    if (abandoned) this.abandon();
    this.whileWaitedFor = null;
    runAll(this.untilEnd);
    this.untilEnd = null;
  }
}

/** One that fails keeps no other from being run; its error is thrown when all have been. */
function runAll(disposers: Disposer[] | null): void {
  if (disposers === null) return;
  const failures: unknown[] = [];
  // Each is taken off first: what it calls may release others, or end the request.
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
