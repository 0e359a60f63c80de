/** Requests of a time range in equal steps, as prefix sums: the sum of any span takes constant time. */
export interface TrafficStep {
  timeMs: number;
  requests: number;
  blocked: number;
}

export type TrafficCount = Pick<TrafficStep, 'requests' | 'blocked'>;

/** A step that a span cuts counts proportionally. */
export class PastTraffic {
  /** Sums of everything before each step. */
  private readonly requests: Float64Array;
  private readonly blocked: Float64Array;
  private readonly steps: number;

  /** @param steps in any order; those without traffic may be absent */
  constructor(
    steps: readonly TrafficStep[],
    private readonly fromMs: number,
    toMs: number,
    private readonly stepMs: number,
  ) {
    this.steps = Math.ceil((toMs - fromMs) / stepMs);
    this.requests = new Float64Array(this.steps + 1);
    this.blocked = new Float64Array(this.steps + 1);
    for (const { timeMs, requests, blocked } of steps) {
      const at = Math.floor((timeMs - fromMs) / stepMs) + 1;
      if (at < 1 || at > this.steps) continue;
      this.requests[at]! += requests;
      this.blocked[at]! += blocked;
    }
    for (const sums of [this.requests, this.blocked])
      for (let at = 1; at <= this.steps; at++) sums[at]! += sums[at - 1]!;
  }

  between(fromMs: number, toMs: number): TrafficCount {
    return {
      requests: this.before(this.requests, toMs) - this.before(this.requests, fromMs),
      blocked: this.before(this.blocked, toMs) - this.before(this.blocked, fromMs),
    };
  }

  private before(sums: Float64Array, timeMs: number): number {
    const at = Math.min(Math.max((timeMs - this.fromMs) / this.stepMs, 0), this.steps);
    const whole = Math.floor(at);
    const begun = sums[whole]!;
    return begun + (at - whole) * ((sums[whole + 1] ?? begun) - begun);
  }
}

/** The mean of the same span in the preceding weeks that are known; null without any. */
export function usualBefore(
  past: PastTraffic,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  weeks: number,
  knownFromMs: number,
): TrafficCount | null {
  const spans = Array.from({ length: weeks }, (_, week) => (week + 1) * WEEK_MS).filter(
    (back) => fromMs - back >= knownFromMs,
  );
  if (spans.length === 0) return null;
  const counts = spans.map((back) => past.between(fromMs - back, toMs - back));
  const mean = (name: keyof TrafficCount) =>
    counts.reduce((sum, count) => sum + count[name], 0) / counts.length;
  return { requests: mean('requests'), blocked: mean('blocked') };
}

const WEEK_MS = 7 * 24 * 3_600_000;
