/** Between a request's first byte and the making of its id, on the same edge. */
export const ID_SKEW_MS = 5_000;

/** Milliseconds of 1970 at which an id was made: a UUIDv7 begins with its moment. */
export const madeAtMs = (requestId: string): number =>
  Number.parseInt(requestId.replace('-', '').slice(0, 12), 16);
