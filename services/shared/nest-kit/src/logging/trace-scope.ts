import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { traceIdOf } from './trace-id.ts';

/** Of a `traceparent` header as version 00 has it, whose fields later versions begin with. */
const LENGTH = 55;

interface Trace {
  readonly id: string;
  readonly traceparent: string;
}

const traces = new AsyncLocalStorage<Trace | undefined>();

/**
 * Runs `work` in the trace that a `traceparent` names, or in none: its log lines name it, and the calls and events that
 * come of it carry it on. Nothing but its hexadecimal fields is kept, whatever the caller appended.
 */
export function runInTrace<T>(traceparent: string | string[] | undefined, work: () => T): T {
  const id = traceIdOf(traceparent);
  const trace = id === null ? undefined : { id, traceparent: `00${String(traceparent).slice(2, LENGTH)}` };
  return traces.run(trace, work);
}

/** What a call or an event that is made now belongs to; undefined: no trace. */
export const currentTraceparent = (): string | undefined => traces.getStore()?.traceparent;
export const currentTraceId = (): string | undefined => traces.getStore()?.id;

/** A trace of its own. Not sampled: whether spans are kept is for those to say who send them. */
export const newTraceparent = (): string =>
  `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
