import type { RequestContext } from '../request/request-context.ts';
import { EdgeAction } from '../request/verdict.ts';
import type { Edge, EdgeRequest } from './edge.ts';
import { FEATURES } from './features.ts';

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

type Ending = (context: EdgeRequest, edge: Edge) => void;

/** The features' handlers for the end of a request, in reverse order. */
const ENDINGS: readonly Ending[] = FEATURES.flatMap((feature): Ending[] =>
  'ended' in feature ? [feature.ended] : [],
).reverse();

/** Ends every request, whatever happened before: the features' handlers, then one record. */
export function finish(context: EdgeRequest, edge: Edge): void {
  // The node that asked counts and records the request.
  if (context.fromPeer !== null) {
    context.trace?.ended(context);
    return;
  }
  for (const end of ENDINGS) end(context, edge);
  context.trace?.ended(context);
  count(context, edge);
  edge.record(context);
}

function count(request: RequestContext, { counters, durations }: Edge): void {
  const { action, status, startedAt, originDurationMs, trace } = request;
  durations.observe(status, performance.now() - startedAt, originDurationMs, trace);
  if (REFUSALS.has(action)) counters.blocked++;
  else if (action === EdgeAction.REJECT) counters.rejected++;
}
