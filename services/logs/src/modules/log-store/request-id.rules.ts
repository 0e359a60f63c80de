/** Maximum time between a request's first byte and the creation of its id, on the same edge. */
export const ID_SKEW_MS = 5_000;
/** Databases accept no years of five digits. */
const LATEST_MS = Date.UTC(9999, 11, 31);

/** Milliseconds since 1970 at which an id was made: a UUIDv7 begins with its timestamp. A forged id may have any. */
export const madeAtMs = (requestId: string): number =>
  Math.min(Number.parseInt(requestId.replace('-', '').slice(0, 12), 16), LATEST_MS);
