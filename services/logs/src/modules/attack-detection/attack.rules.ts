/** When a site counts as under attack: for alerts, and for the dashboard. */

/** Length of the examined window, minutes. */
export const WINDOW_MINUTES = 5;
/** Minimum ratio of an attack's blocked requests to the site's own average of a week. */
export const TIMES_USUAL = 3;
