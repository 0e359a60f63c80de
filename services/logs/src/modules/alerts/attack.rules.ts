/** When a site counts as under attack: for the alerts that owners are sent, and for what their dashboard says now. */

/** Minutes that are looked at. */
export const WINDOW_MINUTES = 5;
/** An attack is what blocks so many times more than the site's own average of a week. */
export const TIMES_USUAL = 3;
