/** So many bytes a second, and at once at most those of `BURST_SECONDS`. */
const BURST_SECONDS = 5;

export class ByteBudget {
  private readonly perSecond: number;
  private left: number;
  private at: number;

  constructor(perSecond: number, nowMs: number) {
    this.perSecond = perSecond;
    this.left = perSecond * BURST_SECONDS;
    this.at = nowMs;
  }

  /** Whether there is anything left; `spend` may go below. */
  hasRoom(nowMs: number): boolean {
    const seconds = Math.max(0, nowMs - this.at) / 1_000;
    this.at = nowMs;
    this.left = Math.min(this.perSecond * BURST_SECONDS, this.left + seconds * this.perSecond);
    return this.left > 0;
  }

  spend(bytes: number): void {
    this.left -= bytes;
  }
}
