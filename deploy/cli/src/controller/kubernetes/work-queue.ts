import { Backoff } from './backoff.ts';

const RETRY = { firstMs: 1_000, maxMs: 300_000 } as const;

/** @returns after how long it is looked at again; null: when something changes */
export type Work = (key: string) => Promise<number | null>;

/** Keys that need work: each once at a time, a bounded number concurrently, failed ones with exponential backoff. */
export class WorkQueue {
  private readonly waiting = new Set<string>();
  private readonly running = new Set<string>();
  /** Asked for again while it ran. */
  private readonly again = new Set<string>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly backoffs = new Map<string, Backoff>();
  private idle: (() => void) | null = null;
  private isStopped = false;

  constructor(
    private readonly atOnce: number,
    private readonly work: Work,
    private readonly onFailure: (key: string, error: unknown, againInMs: number) => Promise<void>,
  ) {}

  get depth(): number {
    return this.waiting.size + this.running.size;
  }

  add(key: string): void {
    if (this.isStopped) return;
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    if (this.running.has(key)) this.again.add(key);
    else this.waiting.add(key);
    this.fill();
  }

  /** Drops everything about an object that was deleted. */
  forget(key: string): void {
    this.waiting.delete(key);
    this.again.delete(key);
    this.backoffs.delete(key);
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
  }

  /** Begins nothing more; resolves once what runs has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.waiting.clear();
    for (const timer of this.timers.values()) clearTimeout(timer);
    if (this.running.size > 0)
      await new Promise<void>((resolve) => {
        this.idle = resolve;
      });
  }

  private fill(): void {
    for (const key of this.waiting) {
      if (this.running.size >= this.atOnce) return;
      this.waiting.delete(key);
      this.running.add(key);
      void this.run(key);
    }
  }

  private async run(key: string): Promise<void> {
    let afterMs: number | null;
    try {
      afterMs = await this.work(key);
      this.backoffs.delete(key);
    } catch (error) {
      const backoff = this.backoffs.get(key) ?? new Backoff(RETRY.firstMs, RETRY.maxMs);
      this.backoffs.set(key, backoff);
      afterMs = backoff.next();
      await this.onFailure(key, error, afterMs);
    }
    this.running.delete(key);
    if (this.isStopped) {
      if (this.running.size === 0) this.idle?.();
      return;
    }
    if (this.again.delete(key)) this.add(key);
    else if (afterMs !== null) this.timers.set(key, setTimeout(() => this.add(key), afterMs).unref());
    this.fill();
  }
}
