/** How much of something a client may do: so much at once, and so much per second on average. */
export class TokenBudget {
  private readonly burst: number;
  private readonly perSecond: number;
  private left: number;
  private at: number;

  constructor(burst: number, perSecond: number, nowMs: number) {
    this.burst = burst;
    this.perSecond = perSecond;
    this.left = burst;
    this.at = nowMs;
  }

  /** False: that was too much. */
  spend(nowMs: number): boolean {
    this.left--;
    if (this.left >= 0) return true;
    this.left = Math.min(this.burst, this.left + ((nowMs - this.at) / 1_000) * this.perSecond);
    this.at = nowMs;
    return this.left >= 0;
  }

  /** The client has done something that entitles it to more. */
  earn(tokens: number): void {
    this.left = Math.min(this.burst, this.left + tokens);
  }
}
