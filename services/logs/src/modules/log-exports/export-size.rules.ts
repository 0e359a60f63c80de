/** An account has so many at a time, whatever their state; those that expire make room. */
export const MAX_EXPORTS = 5;
/** Each is a mail to the owner, and whoever has a key can ask for one after another and delete them. */
export const MAX_EXPORTS_A_DAY = 50;
/** Of the room that all accounts have: two or three that fill theirs leave some to the others. */
export const SHARE_OF_ACCOUNT = 1 / 4;
/** How long an export can be fetched, and how long one may take. */
export const KEPT_DAYS = 3;
/** However much is kept. */
const MAX_ROWS = 20_000_000;
const ROWS_PER_KEPT_DAY = 200_000;
/** Compressed. */
export const MAX_BYTES = 1024 ** 3;

/** Entries of one export: plans that keep the log for longer include larger ones. */
export const mostRowsOf = (retentionDays: number): number =>
  Math.min(MAX_ROWS, Math.max(1, retentionDays) * ROWS_PER_KEPT_DAY);

/** How much of the span is exported, from its end back to this moment. */
export function percentDone(span: { fromMs: number; toMs: number }, reachedMs: number | null): number {
  if (reachedMs === null || span.toMs <= span.fromMs) return 0;
  const part = (span.toMs - reachedMs) / (span.toMs - span.fromMs);
  return Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10;
}
