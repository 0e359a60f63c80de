import { askForPlainPage, mayGetDecoys } from '../features/bots/deception/page-decoys.ts';
import { serveRobots, servesRobots } from '../features/bots/serve-robots.ts';
import { serveOrForward } from '../features/cache/cache.ts';
import { servePeer } from '../features/cache/serve-peer.ts';
import { overload } from '../features/overload/overload.feature.ts';
import { withReportForm } from '../features/visitor-reports/visitor-reports.feature.ts';
import { releaseHeldBody } from '../request/held-body.ts';
import type { RequestContext } from '../request/request-context.ts';
import { leaveRequestPlace } from '../request/request-place.ts';
import { respondWithVerdict } from '../request/respond.ts';
import type { PhaseResult, Verdict } from '../request/verdict.ts';
import type { Edge, EdgeRequest } from './edge.ts';
import { FEATURES } from './features.ts';
import { finish } from './log.ts';

type Phase = (context: EdgeRequest, edge: Edge) => PhaseResult;

/** Those of the features that have one, in the features' order. */
const PHASES: readonly Phase[] = FEATURES.flatMap((feature): Phase[] =>
  'phase' in feature ? [feature.phase] : [],
);

/**
 * Runs a request through the phases. Phases that need not wait return synchronously, so that the usual request creates
 * no promise. Whatever happens, the adapter calls `ended` once when the exchange is over. Requests start without a
 * site; admission assigns a compiled one from the registry.
 */
export function run(context: RequestContext, edge: Edge): void {
  edge.counters.requests++;
  runFrom(0, context as EdgeRequest, edge);
}

function runFrom(first: number, context: EdgeRequest, edge: Edge): void {
  try {
    for (let index = first; index < PHASES.length; index++) {
      const result = PHASES[index]!(context, edge);
      if (result === null) {
        if (context.fromPeer === null) continue;
        answerPeer(context, edge);
        return;
      }
      if (result instanceof Promise) {
        result.then(
          (verdict) => {
            // The client has left.
            if (context.lifetime.isOver) return;
            if (verdict === null) runFrom(index + 1, context, edge);
            else refuse(context, edge, verdict);
          },
          (error: unknown) => failed(context, edge, error),
        );
        return;
      }
      refuse(context, edge, result);
      return;
    }
    if (mayGetDecoys(context)) askForPlainPage(context);
    if (servesRobots(context)) serveRobots(context, (hooks) => edge.forward(context, hooks));
    else serveOrForward(context, edge);
  } catch (error) {
    failed(context, edge, error);
  }
}

/** The asking node has judged the request; only this node's own load is checked. */
function answerPeer(context: EdgeRequest, edge: Edge): void {
  // Origins are chosen by the visitor's country here, too.
  context.country = edge.geo.find(context.client);
  const verdict = overload.phase(context, edge);
  if (verdict === null) servePeer(context, edge);
  else refuse(context, edge, verdict);
}

function refuse(context: EdgeRequest, edge: Edge, verdict: Verdict): void {
  // After the verdict is known: whoever keeps bodies of refused requests needs it.
  respondWithVerdict(context, withReportForm(context, edge, verdict));
  releaseHeldBody(context);
}

/** A bug of ours: it is reported and costs only this request. */
function failed(context: EdgeRequest, edge: Edge, error: unknown): void {
  edge.reportFault('edge_failure', context, error);
  if (context.reply.started) {
    context.reply.abort();
    return;
  }
  refuse(context, edge, { status: 502, action: context.action, reason: 'origin:edge_failure', close: true });
}

/** Called by the adapter when the response has been sent, or the client is gone. */
export function ended(context: RequestContext, edge: Edge, clientLeft: boolean): void {
  if (context.finished) return;
  context.finished = true;
  if (clientLeft) {
    context.clientLeft = true;
    if (context.reason === '') context.reason = 'client_left';
    if (!context.reply.started) context.status = 0;
  }
  context.lifetime.end(clientLeft);
  releaseHeldBody(context);
  leaveRequestPlace(context, edge);
  finish(context as EdgeRequest, edge);
}
