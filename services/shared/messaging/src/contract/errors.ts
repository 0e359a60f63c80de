/** Everything this package fails with carries one of these codes. */
export type BusErrorCode =
  /** The event type is not in the registry, its key is empty, or its payload does not encode. Never worth a retry. */
  | 'invalid_event'
  /** The encoded event is larger than the bus takes. Never worth a retry. */
  | 'event_too_large'
  /** The bus did not confirm in time. The events may or may not be on it: publish them again, consumers recognise repeats. */
  | 'bus_unavailable'
  /** The topic holds as much as it may and its readers are behind. Nothing was written; keep the events and try later. */
  | 'bus_full'
  /** The publisher holds as many unconfirmed bytes as it may. Nothing was written. */
  | 'publisher_overloaded'
  /** `close()` was called. */
  | 'bus_closed'
  /** A received record is not an envelope, or its payload is not what its type promises. */
  | 'undecodable_event'
  /** A received record was not signed by who may say it, or does not stand where it was put. Never worth a retry. */
  | 'unauthentic_event';

export class BusError extends Error {
  readonly code: BusErrorCode;

  constructor(code: BusErrorCode, detail: string, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause });
    this.name = 'BusError';
    this.code = code;
  }
}

/**
 * Thrown by a handler whose event is fine but whose surroundings are not (database away, other service down):
 * the event is retried until it succeeds and never counts as poison.
 */
export class TransientError extends Error {
  constructor(detail: string, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause });
    this.name = 'TransientError';
  }
}

/**
 * Thrown by a handler whose event's producer may say such things, but not this one: a dead letter at once, counted among
 * the events that were not believed.
 */
export class EventRefusedError extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'EventRefusedError';
  }
}
