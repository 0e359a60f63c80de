/** How often each value was there, by hour: analytics reach back 90 days. */
export const FACETS_KEPT_DAYS = 92;
/** Sums by minute. */
export const MINUTES_KEPT_DAYS = 3;
/** Sums by hour serve comparisons with the year before. */
export const HOURS_KEPT_DAYS = 400;
/** What came of owners' alert rules, after it ended. */
export const OWNER_ALERTS_KEPT_DAYS = 90;
/** Visitors of a roll-out go with its figures; what became of it stands in the domains service. */
export const ROLLOUTS_KEPT_DAYS = 8;
/** What a status page tells of the past: days of uptime, and incidents since their end. */
export const STATUS_DAYS = 90;
/** A day more than that, so that none is missing in any time zone. */
export const STATUS_KEPT_DAYS = STATUS_DAYS + 1;
/** An address that a status page gave up is no other site's for so long. */
export const FORMER_SLUGS_KEPT_DAYS = 90;
/** The owner of a suspended page that went with its site switches no other one on for so long, unless the suspension is lifted. */
export const REMOVED_SUSPENSIONS_KEPT_DAYS = 730;
