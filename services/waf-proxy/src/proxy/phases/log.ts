import type { WorkerCounters } from '../../telemetry/worker-counters.ts';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { EdgeAction } from '../verdict.ts';

const REFUSALS: ReadonlySet<EdgeAction> = new Set([
  EdgeAction.BLOCK,
  EdgeAction.CHALLENGE,
  EdgeAction.RATE_LIMIT,
  EdgeAction.BAN,
  EdgeAction.GEO,
  EdgeAction.IP_LIST,
  EdgeAction.BOT,
  EdgeAction.DDOS,
  EdgeAction.CUSTOM_RULE,
]);

/** Phase 10, whatever happened before: SecLang phase 5, then one record. */
export function finish(context: RequestContext, edge: Edge): void {
  if (context.transaction !== null) {
    try {
      context.transaction.logging();
      if (context.site?.mode === 'DetectionOnly' && context.transaction.audit().wouldInterrupt !== null) {
        context.wouldRefuse('rule');
      }
    } catch (error) {
      edge.counters.engineFailures += 1;
      edge.reportFault('engine_failure', context, error);
    }
  }
  if (context.transaction !== null || context.engineFailed) countInspected(context, edge.counters);
  if (context.trace !== null) edge.tracer?.ended(context.trace, context);
  context.visitor?.answered(context.status);
  if (context.originStatus >= 500 || context.reason.startsWith('origin:')) noteFailure(context, edge);
  if (REFUSALS.has(context.action)) edge.counters.blocked += 1;
  else if (context.action === EdgeAction.REJECT) edge.counters.rejected += 1;
  edge.record(context);
}

/** An origin that gives way under unusual load is a sign of an attack. */
function noteFailure(context: RequestContext, edge: Edge): void {
  if (context.site !== null) edge.ddos.failed(context.site);
}

function countInspected(context: RequestContext, counters: WorkerCounters): void {
  const blocked = context.action === EdgeAction.BLOCK && context.reason === 'rule' ? 1 : 0;
  if (context.site?.onCandidateRules) {
    counters.candidateInspected += 1;
    counters.candidateBlocked += blocked;
    if (context.engineFailed) counters.candidateFailures += 1;
  } else {
    counters.rulesInspected += 1;
    counters.rulesBlocked += blocked;
  }
}
