export type Period = 'monthly' | 'yearly';

export interface Bought {
  plan: string;
  period: Period;
  cents: number;
  atMs: number;
}

/** What somebody has: a plan, until when, and what the rest of it is worth. */
export interface Held {
  plan: string;
  /** `null`: without end. */
  endMs: number | null;
  cents: number;
  /** When it was worth that. */
  atMs: number;
  isTrial: boolean;
  /** On which day of the month its periods began. */
  day?: number;
}

export const NOTHING: Held = { plan: 'free', endMs: null, cents: 0, atMs: 0, isTrial: false };

const dayOf = (ms: number): number => new Date(ms).getUTCDate();

/** That day of a later month, or its last one; UTC. */
function after(ms: number, period: Period, day: number): number {
  const from = new Date(ms);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + (period === 'yearly' ? 12 : 1)];
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, days)) + (ms % 86_400_000);
}

/** What is left of the money after a while: it is used up evenly until the end. */
function leftOf({ cents, atMs, endMs }: Held, nowMs: number): number {
  if (endMs === null || endMs <= nowMs) return 0;
  return (cents * (endMs - nowMs)) / (endMs - atMs);
}

/**
 * The promise to buyers, said once more and without the product's code: more of the same begins where it ends, and short months shorten
 * no other; another plan begins now, and for what is left of the old one there is as much more time as the new one's price gives.
 */
export function pay(held: Held, { plan, period, cents, atMs }: Bought): Held {
  const left = leftOf(held, atMs);
  const bought = { plan, cents: left + cents, atMs, isTrial: false };
  if (held.plan === plan && held.endMs !== null) {
    const from = Math.max(held.endMs, atMs);
    const day = from === atMs ? dayOf(atMs) : (held.day ?? dayOf(from));
    return { ...bought, endMs: after(from, period, day), day };
  }
  const end = after(atMs, period, dayOf(atMs));
  const endMs = end + (left / cents) * (end - atMs);
  return { ...bought, endMs, day: left === 0 ? dayOf(atMs) : dayOf(endMs) };
}

/** What all of it has bought. */
export const payAll = (bought: readonly Bought[]): Held => bought.reduce(pay, NOTHING);
