/** Retention of hourly facet counts: analytics reach back 90 days. */
export const FACETS_KEPT_DAYS = 92;
/** Retention of sums by minute. */
export const MINUTES_KEPT_DAYS = 3;
/** Sums by hour serve comparisons with the previous year. */
export const HOURS_KEPT_DAYS = 400;
/** Retention of alerts of owners' rules, after their end. */
export const OWNER_ALERTS_KEPT_DAYS = 90;
/** A roll-out's visitors are deleted with its figures; the domains service stores its outcome. */
export const ROLLOUTS_KEPT_DAYS = 8;
/** History of a status page: days of uptime, and incidents after their end. */
export const STATUS_DAYS = 90;
/** One day more, so that none is missing in any time zone. */
export const STATUS_KEPT_DAYS = STATUS_DAYS + 1;
/** How long a status page's former address stays reserved. */
export const FORMER_SLUGS_KEPT_DAYS = 90;
/** How long an owner's suspension outlasts the removal of the page with its site, unless it is lifted. */
export const REMOVED_SUSPENSIONS_KEPT_DAYS = 730;
