/** Wakes its waiters; spurious wake-ups are allowed. */
export class Signal {
  private waiting: (() => void)[] = [];

  notify(): void {
    const woken = this.waiting;
    this.waiting = [];
    for (const wake of woken) wake();
  }

  /** Resolves with the next `notify`, or after `ms`. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== wake);
        resolve();
      }, ms);
      this.waiting.push(wake);
    });
  }
}
