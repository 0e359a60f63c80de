import type { Interruption, SlicedTransaction } from '@palisade/waf-engine';
import { isGrpcType } from '../../http/grpc.ts';
import { valuesOf } from '../../http/header-lines.ts';
import { isStreamed } from '../../request/request-context.ts';
import { OVERLOADED, shedRequest } from '../../request/shed-request.ts';
import type { PhaseResult, Verdict } from '../../request/verdict.ts';
import { judgeRest, whatGoesOn } from './beyond-inspection.ts';
import { canInflate } from './body-inflater.ts';
import { beginTransaction, engineFailed, stopped, tooLarge } from './engine.ts';
import { FormWindows, mayCut, windowBytesOf } from './form-windows.ts';
import { CLIENT_LEFT, whenAnswered } from './in-turns.ts';
import type { InspectedRequest, InspectionServices } from './inspection-services.ts';
import { judgePackedBody } from './packed-body.ts';
import { type EarlyArrivals, WindowedBody } from './windowed-body.ts';

/** A declared body up to this size is taken in whole before the origin is asked, rules or not. */
const GATHERED_BYTES = 16 * 1024;

/**
 * SecLang phases 1 and 2. The body is fed to the engine as it arrives and held back until the verdict, up to
 * the rule set's limit; what lies beyond it streams on after the verdict (or is refused, as the rule set says).
 */
export function inspectRequest(context: InspectedRequest, edge: InspectionServices): PhaseResult {
  const site = context.site!;
  if (context.body !== null && isStreamedCall(context)) context.reply.streamsCall?.();
  if (site.rules === null || skipsRules(context)) return gather(context, edge);
  try {
    const transaction = beginTransaction(context, site.rules);
    context.transaction = transaction;
    const answer = transaction.requestHeaders(context.rawHeaders);
    return whenAnswered(context, edge, transaction, answer, (interruption) =>
      inspectBody(context, edge, transaction, interruption),
    );
  } catch (error) {
    return engineFailed(context, edge, error);
  }
}

/** Whether the owner has excepted this client, or this request, from the rules. */
export function skipsRules({ site, allowListed, skips }: InspectedRequest): boolean {
  return skips.managedRules || (allowListed && site!.toggles.allowed_ips_skip_rules);
}

/** What follows phase 1, which has said this. */
function inspectBody(
  context: InspectedRequest,
  edge: InspectionServices,
  transaction: SlicedTransaction,
  interruption: Interruption | null,
): PhaseResult {
  if (interruption !== null) return stopped(context, interruption);
  if (context.body === null || isStreamedCall(context)) return judgeBody(context, edge, transaction);
  if (!transaction.wantsRequestBody()) return gather(context, edge);
  const rules = context.site!.rules!;
  const { readsBodies } = rules.ruleSet;
  const holdAtMost = readsBodies ? windowBytesOf(rules) : rules.requestLimits.requestBody;
  const windows = readsBodies ? windowsOf(context, holdAtMost) : null;
  return receiveBody(context, edge, transaction, holdAtMost, windows);
}

/** For a form that may be longer than what is held of a body. */
function windowsOf({ head, rawHeaders }: InspectedRequest, holdAtMost: number): FormWindows | null {
  if (head.contentLength !== null && head.contentLength <= holdAtMost) return null;
  if (canInflate(head.contentEncoding)) return null;
  return FormWindows.of(valuesOf(rawHeaders, 'content-type')[0] ?? '');
}

/**
 * A gRPC call may wait for an answer before it sends on, so that holding its body back would stop it for good. Only
 * where the site's owner has said that the origin speaks HTTP/2; elsewhere the content type would be a way past the rules.
 */
export function isStreamedCall(context: InspectedRequest): boolean {
  if (!isStreamed(context.protocol) || !context.site!.streamsCalls) return false;
  const { rawHeaders } = context;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index] === 'content-type') return isGrpcType(rawHeaders[index + 1]!);
  }
  return false;
}

/**
 * Takes a small body in before the origin is asked: the whole request then goes out in one write, can be repeated, and
 * a slow sender does not occupy the origin.
 */
function gather(context: InspectedRequest, edge: InspectionServices): PhaseResult {
  const { contentLength } = context.head;
  if (context.body === null || contentLength === null || contentLength > GATHERED_BYTES) return null;
  return receiveBody(context, edge, null, GATHERED_BYTES + 1);
}

/** Buffers this much of a body before the origin reads it. */
export const holdBody = (context: InspectedRequest, edge: InspectionServices, most: number): PhaseResult =>
  receiveBody(context, edge, null, most);

/** A small body is usually there together with its head: then the verdict is as well, and nothing has to wait. */
function receiveBody(
  context: InspectedRequest,
  edge: InspectionServices,
  transaction: SlicedTransaction | null,
  holdAtMost: number,
  windows: FormWindows | null = null,
): PhaseResult {
  const packed = transaction !== null && canInflate(context.head.contentEncoding);
  const isEnough = (held: number): boolean =>
    windows === null ? held >= holdAtMost : mayCut(windows, held, holdAtMost);
  const early: EarlyArrivals = { chunks: [], ended: false };
  const judge = (): PhaseResult => {
    if (transaction === null) return null;
    if (windows !== null) return judgeWindow(context, edge, transaction, { windows, holdAtMost, early });
    return packed
      ? judgePackedBody(context, edge, transaction, judgeBody)
      : judgeBody(context, edge, transaction);
  };
  const body = context.body!;
  context.sendContinue?.();
  context.sendContinue = null;
  context.bodyStarted = true;
  let settled = false;
  let result: PhaseResult = null;
  let tell: ((result: PhaseResult) => void) | null = null;
  const settle = (verdict: PhaseResult) => {
    if (settled) return;
    settled = true;
    result = verdict;
    context.lifetime.release(left);
    if (!context.bodyComplete) body.pause();
    tell?.(verdict);
  };
  const left = (): void => settle({ ...CLIENT_LEFT, action: context.action });
  context.lifetime.whenAbandoned(left);
  body.start({
    onChunk(chunk) {
      if (settled && windows !== null) {
        early.chunks.push(chunk);
        body.pause();
        return;
      }
      if (!hold(context, edge, chunk)) {
        // Without this piece the body would be another one: nothing of it may go on.
        if (settled) shedRequest(context);
        else settle(OVERLOADED);
        return;
      }
      if (settled) {
        body.pause();
        return;
      }
      try {
        windows?.push(chunk);
        const interruption =
          packed || windows !== null ? null : (transaction?.requestBodyChunk(chunk) ?? null);
        if (interruption !== null) settle(tooLarge(context, interruption));
        else if (isEnough(context.heldBytes)) settle(judge());
      } catch (error) {
        settle(engineFailed(context, edge, error));
      }
    },
    onEnd() {
      if (settled && windows !== null) {
        early.ended = true;
        return;
      }
      context.bodyComplete = true;
      if (!settled) settle(judge());
    },
  });
  if (settled) return result;
  return new Promise((resolve) => {
    tell = resolve;
  });
}

interface FirstWindow {
  windows: FormWindows;
  holdAtMost: number;
  early: EarlyArrivals;
}

/** What has come of a form; where more is to come, closed behind the file in which it is cut. */
function judgeWindow(
  context: InspectedRequest,
  edge: InspectionServices,
  transaction: SlicedTransaction,
  { windows, holdAtMost, early }: FirstWindow,
): PhaseResult {
  for (const chunk of context.heldBody) transaction.requestBodyChunk(chunk);
  if (context.bodyComplete) return judgeBody(context, edge, transaction);
  transaction.requestBodyChunk(windows.closing);
  const beyond = whatGoesOn(context, windows, context.heldBytes);
  const passOn = (refusal: Verdict | null): Verdict | null => {
    if (refusal === null) context.body = new WindowedBody(context, edge, windows, holdAtMost, early);
    return refusal;
  };
  const proceed = (verdict: Verdict | null): PhaseResult =>
    verdict === null && beyond !== null
      ? whenKnown(judgeRest(context, edge, beyond), passOn)
      : passOn(verdict);
  return whenKnown(judgeBody(context, edge, transaction), proceed);
}

const whenKnown = (result: PhaseResult, then: (verdict: Verdict | null) => PhaseResult): PhaseResult =>
  result instanceof Promise ? result.then(then) : then(result);

/** Keeps a chunk for forwarding; false when there is no room for more of this client's, or this site's. */
function hold(context: InspectedRequest, edge: InspectionServices, chunk: Buffer): boolean {
  context.hold ??= edge.pools.waitingBodies.open(context, () => {
    context.heldBody = [];
    shedRequest(context);
  });
  if (!context.hold.take(chunk.length)) return false;
  context.heldBytes += chunk.length;
  context.requestBytes += chunk.length;
  context.heldBody.push(chunk);
  return true;
}

function judgeBody(
  context: InspectedRequest,
  edge: InspectionServices,
  transaction: SlicedTransaction,
): PhaseResult {
  const judged = (interruption: Interruption | null) =>
    interruption === null ? null : stopped(context, interruption);
  try {
    return whenAnswered(context, edge, transaction, transaction.requestBody(), judged);
  } catch (error) {
    return engineFailed(context, edge, error);
  }
}
