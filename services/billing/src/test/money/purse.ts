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
}

export const NOTHING: Held = { plan: 'free', endMs: null, cents: 0, atMs: 0, isTrial: false };

/** The same day of a later month, or its last one; UTC. */
function after(ms: number, period: Period): number {
  const from = new Date(ms);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + (period === 'yearly' ? 12 : 1)];
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(from.getUTCDate(), days)) + (ms % 86_400_000);
}

/** What is left of the money after a while: it is used up evenly until the end. */
function leftOf({ cents, atMs, endMs }: Held, nowMs: number): number {
  if (endMs === null || endMs <= nowMs) return 0;
  return (cents * (endMs - nowMs)) / (endMs - atMs);
}

/**
 * The promise to buyers, said once more and without the product's code: more of the same begins where it ends; another plan
 * begins now, and for what is left of the old one there is as much more time as the new one's price gives.
 */
export function pay(held: Held, { plan, period, cents, atMs }: Bought): Held {
  const left = leftOf(held, atMs);
  if (held.plan === plan && held.endMs !== null) {
    const from = Math.max(held.endMs, atMs);
    return { plan, endMs: after(from, period), cents: left + cents, atMs, isTrial: false };
  }
  const end = after(atMs, period);
  return { plan, endMs: end + (left / cents) * (end - atMs), cents: left + cents, atMs, isTrial: false };
}

/** What all of it has bought. */
export const payAll = (bought: readonly Bought[]): Held => bought.reduce(pay, NOTHING);
