import { once } from 'node:events';
import type { InspectorNotification } from 'node:inspector';
import { type Debugger, Session } from 'node:inspector/promises';
import { setTimeout } from 'node:timers/promises';
import { MAX_PATH, requestInFrame } from './request-in-frame.ts';
import type { RequestInHand } from './vitals-message.ts';

export interface MainThreadStack {
  /** Innermost call first. */
  frames: string[];
  /** Null: no call on the stack knows of a request. */
  request: RequestInHand | null;
}

/** The thread is paused for the duration, and continues afterwards. */
const MAX_MS = 2_000;
/** Time is counted in rounds of this length, so that a pause of the machine does not count as a slow thread. */
const ROUND_MS = 100;
const MAX_FRAMES = 50;

/**
 * Where the main thread is at this moment. The inspector interrupts JavaScript that is computing, regular expressions
 * included; it opens no port. To be called from another thread of the process.
 */
export async function takeMainThreadStack(): Promise<MainThreadStack> {
  const session = new Session();
  session.connectToMainThread();
  const limit = new AbortController();
  try {
    return await Promise.race([stackOf(session), nothingAfter(MAX_MS, limit.signal)]);
  } finally {
    limit.abort();
    // Lets the thread go on, if it is held. One that never comes round does not answer, and need not be waited for.
    const disconnect = () => session.disconnect();
    session.post('Debugger.disable').then(disconnect, disconnect);
  }
}

async function stackOf(session: Session): Promise<MainThreadStack> {
  const paused = once(session, 'Debugger.paused') as Promise<[PausedNotification]>;
  // Not waited for one by one: a thread that computes takes both at once.
  const asked = Promise.all([session.post('Debugger.enable'), session.post('Debugger.pause')]);
  const [[{ params }]] = await Promise.all([paused, asked]);
  const { callFrames } = params;
  const frames = callFrames.slice(0, MAX_FRAMES).map(describe);
  return { frames, request: await findRequest(session, callFrames) };
}

type PausedNotification = InspectorNotification<Debugger.PausedEventDataType>;

async function nothingAfter(ms: number, signal: AbortSignal): Promise<MainThreadStack> {
  for (let passed = 0; passed < ms && !signal.aborted; passed += ROUND_MS) {
    await setTimeout(ROUND_MS, undefined, { signal }).catch(() => undefined);
  }
  return { frames: [], request: null };
}

function describe({ functionName, url, location }: Debugger.CallFrame): string {
  return `${functionName || '<anonymous>'} (${url}:${location.lineNumber + 1}:${(location.columnNumber ?? 0) + 1})`;
}

/** Asks the calls, innermost first, which request they work for. */
async function findRequest(
  session: Session,
  frames: readonly Debugger.CallFrame[],
): Promise<RequestInHand | null> {
  const expression = requestInFrame(MAX_PATH);
  for (const { callFrameId } of frames.slice(0, MAX_FRAMES)) {
    const question = { callFrameId, expression, returnByValue: true, silent: true };
    // Its type in @types/node is behind one that fits any method.
    const answer: unknown = await session.post('Debugger.evaluateOnCallFrame', question);
    const { result, exceptionDetails } = answer as Debugger.EvaluateOnCallFrameReturnType;
    // A call that cannot be asked knows nothing.
    if (exceptionDetails === undefined && isRequest(result.value)) return result.value;
  }
  return null;
}

function isRequest(value: unknown): value is RequestInHand {
  return typeof value === 'object' && value !== null && 'requestId' in value;
}
