/** Maximum interval between two checks at PayPal of a payment that is not settled, ms. */
export const MAX_RECHECK_AFTER_MS = 10 * 60_000;
/** Of a payment whose money may have been taken, at first; it grows with age. Longer than PayPal gets for an answer by default. */
const MIN_RECHECK_SECONDS = 20;

/**
 * SQL condition: a payment whose money may have been taken is due for a check. Its buyer waits, so it is checked often
 * at first, and after each further quarter of its age.
 * @param row alias of a row with `created_at` and `checked_at`
 * @param now a parameter for the present
 */
export const isRecheckDue = (row: string, now: string): string =>
  `coalesce(${row}.checked_at, ${row}.created_at) < ${now}::timestamptz - least(
     interval '${MAX_RECHECK_AFTER_MS} ms',
     greatest(interval '${MIN_RECHECK_SECONDS} s', (${now}::timestamptz - ${row}.created_at) / 4))`;
