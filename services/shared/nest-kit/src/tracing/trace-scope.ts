import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { readTraceparent, type Trace, toTraceparent } from './traceparent.ts';

const traces = new AsyncLocalStorage<Trace | undefined>();

/** Runs `work` in a trace, or in none: its log lines name it, and the calls, events and jobs that come of it carry it on. */
export const runIn = <T>(trace: Trace | undefined, work: () => T): T => traces.run(trace, work);

/** The same with the trace that a `traceparent` names. Nothing but its hexadecimal fields is kept, whatever the caller appended. */
export const runInTrace = <T>(traceparent: string | string[] | undefined, work: () => T): T =>
  runIn(readTraceparent(traceparent) ?? undefined, work);

export const currentTrace = (): Trace | undefined => traces.getStore();
/** The current trace for calls and events; undefined: none. */
export function currentTraceparent(): string | undefined {
  const trace = currentTrace();
  return trace && toTraceparent(trace);
}
/** For a call that is made within a span which is no scope of its own. */
export const traceparentWithin = (span: { readonly trace: Trace } | null): string | undefined =>
  span === null ? currentTraceparent() : toTraceparent(span.trace);
export const currentTraceId = (): string | undefined => currentTrace()?.id;

/** A trace of its own, of which no span is kept. */
export const newTrace = (): Trace => ({
  id: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  isSampled: false,
});

const tracesOfRequests = new WeakMap<object, Trace>();

/** The trace of work that continues after its scope has ended. */
export const traceOf = (request: object): Trace | undefined => tracesOfRequests.get(request);
export const rememberTrace = (request: object, trace: Trace): void =>
  void tracesOfRequests.set(request, trace);
