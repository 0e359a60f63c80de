import { type Context, ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api';
import type { TraceParent } from '../../../http/trace-parent.ts';

/** Under a span of another process that is sampled. */
export const under = ({ traceId, spanId }: TraceParent): Context =>
  trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
