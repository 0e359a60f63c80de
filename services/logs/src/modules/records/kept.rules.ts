/** How often each value was there, by hour: analytics reach back 90 days. */
export const FACETS_KEPT_DAYS = 92;
/** Sums by minute. */
export const MINUTES_KEPT_DAYS = 3;
/** Sums by hour serve comparisons with the year before. */
export const HOURS_KEPT_DAYS = 400;
/** Visitors of a roll-out go with its figures; what became of it stands in the domains service. */
export const ROLLOUTS_KEPT_DAYS = 8;
