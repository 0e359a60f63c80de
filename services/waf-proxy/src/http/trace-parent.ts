/** The ids of a span in W3C Trace Context. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  sampled: boolean;
}

const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);

/** Null for anything that the recommendation calls invalid, and for versions that are not 00. */
export function parseTraceParent(text: string): TraceParent | null {
  const found = FORM.exec(text);
  if (found === null) return null;
  const [, traceId = '', spanId = '', flags = ''] = found;
  if (traceId === NO_TRACE || spanId === NO_SPAN) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceParent(traceId: string, spanId: string): string {
  return `00-${traceId}-${spanId}-01`;
}

export function isTraceField(name: string): boolean {
  if (name.length !== 11 && name.length !== 10) return false;
  const lower = name.toLowerCase();
  return lower === 'traceparent' || lower === 'tracestate';
}
