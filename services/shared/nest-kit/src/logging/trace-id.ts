/** W3C Trace Context: version, trace, span, flags. Version ff is none, and neither is a trace of zeros. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;
const MAX_LENGTH = 256;

/** The trace that a `traceparent` header names; null: it names none. */
export function traceIdOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || header.length > MAX_LENGTH) return null;
  return TRACE_PARENT.exec(header)?.[1] ?? null;
}
