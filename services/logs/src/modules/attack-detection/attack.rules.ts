/** When a site counts as under attack: for alerts, and for the dashboard. */

/** Minutes that are examined. */
export const WINDOW_MINUTES = 5;
/** An attack blocks at least so many times more requests than the site's own average of a week. */
export const TIMES_USUAL = 3;
