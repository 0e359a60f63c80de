/** From this share of a month's bandwidth on it is near its end: owners are written to at the same share. */
export const NEAR_FULL = 0.8;
