/** Milliseconds of 1970 at which an id was made: a UUIDv7 begins with its moment. */
export const madeAtMs = (requestId: string): number =>
  Number.parseInt(requestId.replace('-', '').slice(0, 12), 16);
