import type { Edge } from './edge.ts';
import { access } from './phases/access.ts';
import { admit } from './phases/admit.ts';
import { answerChallenge } from './phases/answer-challenge.ts';
import { serveOrForward } from './phases/cache.ts';
import { applyCustomRules } from './phases/custom-rules.ts';
import { inspectRequest, releaseHeldBody } from './phases/inspect-request.ts';
import { leavePlace } from './phases/leave-place.ts';
import { limit } from './phases/limit.ts';
import { finish } from './phases/log.ts';
import { protect } from './phases/protect.ts';
import { redirectToHttps } from './phases/redirect-to-https.ts';
import { respondWithVerdict } from './phases/respond.ts';
import { scanUpload } from './phases/scan-upload.ts';
import { withstand } from './phases/withstand.ts';
import type { RequestContext } from './request-context.ts';
import type { PhaseResult, Verdict } from './verdict.ts';

type Phase = (context: RequestContext, edge: Edge) => PhaseResult;

/** In this order, always. Each may end the request with a verdict; the last step answers from the cache or forwards. */
const PHASES: readonly Phase[] = [
  answerChallenge,
  admit,
  access,
  redirectToHttps,
  withstand,
  applyCustomRules,
  limit,
  protect,
  inspectRequest,
  scanUpload,
];

/**
 * Runs a request through its phases. Phases that need not wait return at once, and the usual request then takes no
 * promise at all. Whatever happens, the adapter calls `ended` once when the exchange with the client is over.
 */
export function run(context: RequestContext, edge: Edge): void {
  edge.counters.requests += 1;
  runFrom(0, context, edge);
}

function runFrom(first: number, context: RequestContext, edge: Edge): void {
  try {
    for (let index = first; index < PHASES.length; index += 1) {
      const result = PHASES[index]!(context, edge);
      if (result === null) continue;
      if (result instanceof Promise) {
        result.then(
          (verdict) => {
            if (context.finished) return;
            if (verdict === null) runFrom(index + 1, context, edge);
            else refuse(context, verdict);
          },
          (error: unknown) => failed(context, edge, error),
        );
        return;
      }
      refuse(context, result);
      return;
    }
    serveOrForward(context, edge);
  } catch (error) {
    failed(context, edge, error);
  }
}

function refuse(context: RequestContext, verdict: Verdict): void {
  releaseHeldBody(context);
  respondWithVerdict(context, verdict);
}

/** A fault of our own. It costs this request, is reported, and nothing else. */
function failed(context: RequestContext, edge: Edge, error: unknown): void {
  edge.reportFault('edge_failure', context, error);
  if (context.reply.started) {
    context.reply.abort();
    return;
  }
  refuse(context, { status: 502, action: context.action, reason: 'origin:edge_failure', close: true });
}

/** Called by the adapter when the response has been sent, or the client is gone. */
export function ended(context: RequestContext, edge: Edge, clientLeft: boolean): void {
  if (context.finished) return;
  context.finished = true;
  if (clientLeft) {
    context.clientLeft = true;
    if (context.reason === '') context.reason = 'client_left';
    if (!context.reply.started) context.status = 0;
    context.onClientLeft?.();
    context.onClientLeft = null;
  }
  releaseHeldBody(context);
  context.dropWindow?.();
  leavePlace(context, edge);
  context.onEnded?.();
  finish(context, edge);
}
