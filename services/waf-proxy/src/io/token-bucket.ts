/** Allows a burst, and a sustained rate per second. Times are milliseconds of the caller's clock. */
export class TokenBucket {
  private readonly burst: number;
  private readonly perSecond: number;
  private left: number;
  private filledAtMs: number;

  /** Begins full. */
  constructor(burst: number, perSecond: number, nowMs: number) {
    this.burst = burst;
    this.perSecond = perSecond;
    this.left = burst;
    this.filledAtMs = nowMs;
  }

  /** One token. False: there was none, and none is taken. */
  take(nowMs: number): boolean {
    this.fill(nowMs);
    if (this.left < 1) return false;
    this.left--;
    return true;
  }

  /** Whether anything is left, for those who learn only afterwards how much it costs: see `charge`. */
  hasRoom(nowMs: number): boolean {
    this.fill(nowMs);
    return this.left > 0;
  }

  /** May go below nothing; what is owed is paid before there is room again. */
  charge(tokens: number): void {
    this.left -= tokens;
  }

  /** Fills beyond what time does, never above the burst. */
  add(tokens: number): void {
    this.left = Math.min(this.burst, this.left + tokens);
  }

  private fill(nowMs: number): void {
    const seconds = (nowMs - this.filledAtMs) / 1_000;
    // A clock that went back brings nothing twice. Only where waiting for it would take longer than a bucket takes to fill, it
    // is believed from here on.
    if (seconds < 0 && -seconds * this.perSecond <= this.burst) return;
    this.filledAtMs = nowMs;
    this.add(Math.max(0, seconds) * this.perSecond);
  }
}
