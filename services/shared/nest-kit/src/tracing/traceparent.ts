/** W3C Trace Context: version, trace, span, flags. Version ff is none, and neither is a trace of zeros. */
const TRACE_PARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;
const MAX_LENGTH = 256;

/** Trace context of a call, an event or a log line. */
export interface Trace {
  readonly id: string;
  /** Where in it: the parent of the next span. */
  readonly spanId: string;
  /** Whether its spans are kept. */
  readonly isSampled: boolean;
}

/**
 * Parses a `traceparent` header; null: invalid. Later versions begin with the fields of version 00; anything after them
 * is ignored.
 */
export function readTraceparent(header: string | string[] | undefined): Trace | null {
  if (typeof header !== 'string' || header.length > MAX_LENGTH) return null;
  const found = TRACE_PARENT.exec(header);
  if (found === null) return null;
  const [, id = '', spanId = '', flags = ''] = found;
  return { id, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const toTraceparent = ({ id, spanId, isSampled }: Trace): string =>
  `00-${id}-${spanId}-${isSampled ? '01' : '00'}`;
