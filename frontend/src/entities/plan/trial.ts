/** How long a paid plan can be tried without paying. */
export const TRIAL_DAYS = 14;
