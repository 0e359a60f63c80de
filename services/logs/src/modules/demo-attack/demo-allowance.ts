import { MINUTE_MS } from '@palisade/basics';
import { DomainError } from '@palisade/nest-kit';

/**
 * Limit for all strangers together: the edge counts these requests as one client's, and the log that is queried is also
 * the owners'.
 */
export class DemoAllowance {
  static readonly MAX_UNDER_WAY = 8;
  static readonly MAX_A_MINUTE = 60;
  private underWay = 0;
  private minute = { index: 0, sent: 0 };

  /** Runs one demo request. @throws DomainError unavailable `demo_busy` */
  async take<Result>(nowMs: number, send: () => Promise<Result>): Promise<Result> {
    const index = Math.floor(nowMs / MINUTE_MS);
    if (this.minute.index !== index) this.minute = { index, sent: 0 };
    if (this.underWay >= DemoAllowance.MAX_UNDER_WAY || this.minute.sent >= DemoAllowance.MAX_A_MINUTE) {
      const detail = 'Many people are attacking the demo right now. Please try again in a moment.';
      throw new DomainError('unavailable', 'demo_busy', detail, { retryAfter: 10 });
    }
    this.minute.sent++;
    this.underWay++;
    try {
      return await send();
    } finally {
      this.underWay--;
    }
  }
}
