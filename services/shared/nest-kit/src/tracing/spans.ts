import { currentTrace, newTrace, runIn } from './trace-scope.ts';
import { readTraceparent, type Trace } from './traceparent.ts';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Names and attributes are those of OpenTelemetry's semantic conventions; values are what the code declares, never what somebody wrote. */
export interface NewSpan {
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  readonly name: string;
  readonly attributes: SpanAttributes;
  /** Links to the traces that caused it, where it has no single parent. */
  readonly links?: readonly Trace[];
  /** Milliseconds since 1970; now if absent. */
  readonly startTime?: number;
}

export interface OpenSpan {
  /** Its place: what runs in it has this span for a parent. */
  readonly trace: Trace;
  set(attributes: SpanAttributes): void;
  /** @param errorType a code or the name of a class: messages hold what people wrote */
  fail(errorType: string): void;
  end(): void;
}

/** Makes the spans of this process, and decides how many. */
export interface SpanMaker {
  /** Share of traces, 0–1, that are sampled where nobody who is trusted has decided. */
  readonly ratio: number;
  open(parent: Trace | null, span: NewSpan): OpenSpan;
}

let maker: SpanMaker | null = null;

/** One for a process, as its trace is. @param next null: no spans, which costs a comparison at each place that could make one */
export function useSpanMaker(next: SpanMaker | null): void {
  maker = next;
}

/** Not by the trace's id: who may choose it would choose to be sampled. */
const isChosen = (): boolean => maker !== null && Math.random() < maker.ratio;

/** A span of the current trace; null: it is not sampled, or nobody asks for spans. */
export function openSpan(span: NewSpan): OpenSpan | null {
  if (maker === null) return null;
  const trace = currentTrace();
  return trace?.isSampled === true ? maker.open(trace, span) : null;
}

/** Does `work` as a span of the current trace. What it throws marks the span as failed. */
export function inSpan<T>(span: NewSpan, work: (open: OpenSpan | null) => T): T {
  return workIn(openSpan(span), work);
}

/** Does `work` as a span of the trace that a `traceparent` from a trusted side names; in no trace where it names none. */
export function inSpanOf<T>(
  traceparent: string | string[] | undefined,
  span: NewSpan,
  work: (open: OpenSpan | null) => T,
): T {
  return runIn(readTraceparent(traceparent) ?? undefined, () => inSpan(span, work));
}

/** Does `work` as the first span of a trace of its own, sampled or not as the installation says. */
export function inNewTrace<T>(span: NewSpan, work: (open: OpenSpan | null) => T): T {
  const open = isChosen() ? (maker?.open(null, span) ?? null) : null;
  return open === null ? runIn(newTrace(), () => work(null)) : workIn(open, work);
}

/** Runs `work` as a span linked to several traces; as none if none of them is sampled. */
export function inSpanOfMany<T>(
  traceparents: readonly string[],
  span: NewSpan,
  work: (open: OpenSpan | null) => T,
): T {
  const links: Trace[] = [];
  for (const traceparent of new Set(maker === null ? [] : traceparents)) {
    const trace = readTraceparent(traceparent);
    if (trace?.isSampled) links.push(trace);
  }
  const open = links.length === 0 ? null : (maker?.open(null, { ...span, links }) ?? null);
  return open === null ? runIn(undefined, () => work(null)) : workIn(open, work);
}

export interface Arrival {
  /** What work that comes of it belongs to. */
  readonly trace: Trace;
  /** Null: not sampled. */
  readonly span: OpenSpan | null;
}

/**
 * A request of a possible stranger. It continues the trace that it names, so that its logs can be found by it, but only
 * trusted callers decide about sampling.
 */
export function arrive(
  traceparent: string | string[] | undefined,
  isTrusted: boolean,
  span: NewSpan,
): Arrival {
  const given = readTraceparent(traceparent);
  const isSampled = maker !== null && (given !== null && isTrusted ? given.isSampled : isChosen());
  const parent = given && { ...given, isSampled };
  const open = isSampled ? (maker?.open(parent, span) ?? null) : null;
  return { trace: open?.trace ?? parent ?? newTrace(), span: open };
}

function workIn<T>(open: OpenSpan | null, work: (open: OpenSpan | null) => T): T {
  if (open === null) return work(null);
  try {
    const result = runIn(open.trace, () => work(open));
    if (!(result instanceof Promise)) {
      open.end();
      return result;
    }
    return result.then(
      (value) => {
        open.end();
        return value;
      },
      (error: unknown) => {
        failed(open, error);
        throw error;
      },
    ) as T;
  } catch (error) {
    failed(open, error);
    throw error;
  }
}

function failed(open: OpenSpan, error: unknown): void {
  open.fail(errorTypeOf(error));
  open.end();
}

const CODE = /^[A-Za-z0-9_.-]{1,64}$/;

/** A stable code or the class: never the message, which may say what somebody wrote. */
export function errorTypeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  for (const each of [code, cause?.code]) if (typeof each === 'string' && CODE.test(each)) return each;
  return error instanceof Error ? error.name : 'error';
}
