/** Between a request's first byte and the making of its id, on the same edge. */
export const ID_SKEW_MS = 5_000;
/** Years of five digits are no date to a database. */
const LATEST_MS = Date.UTC(9999, 11, 31);

/** Milliseconds of 1970 at which an id was made: a UUIDv7 begins with its moment. What nobody has made may name any. */
export const madeAtMs = (requestId: string): number =>
  Math.min(Number.parseInt(requestId.replace('-', '').slice(0, 12), 16), LATEST_MS);
