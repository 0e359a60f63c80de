import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';

/** The request is no longer under way. */
export function leavePlace(context: RequestContext, edge: Edge): void {
  if (context.place === null) return;
  edge.pools.requests.leave(context.place);
  context.place = null;
}
