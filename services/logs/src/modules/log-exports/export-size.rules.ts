/** Maximum exports per account, in any state; expired ones make room. */
export const MAX_EXPORTS = 5;
/** Maximum requests per day: each sends a mail, and a program could request and delete one after another. */
export const MAX_EXPORTS_A_DAY = 50;
/** An account's maximum share of the total space: two or three that fill theirs leave some to the others. */
export const SHARE_OF_ACCOUNT = 1 / 4;
/** How long an export can be downloaded, and how long one may take. */
export const KEPT_DAYS = 3;
/** Regardless of the plan's retention. */
const MAX_ROWS = 20_000_000;
const ROWS_PER_KEPT_DAY = 200_000;
/** Compressed. */
export const MAX_BYTES = 1024 ** 3;

/** Maximum entries of one export: plans that keep the log for longer include larger ones. */
export const mostRowsOf = (retentionDays: number): number =>
  Math.min(MAX_ROWS, Math.max(1, retentionDays) * ROWS_PER_KEPT_DAY);

/** Percentage of the time range that is exported, from its end back to this time. */
export function percentDone(span: { fromMs: number; toMs: number }, reachedMs: number | null): number {
  if (reachedMs === null || span.toMs <= span.fromMs) return 0;
  const part = (span.toMs - reachedMs) / (span.toMs - span.fromMs);
  return Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10;
}
