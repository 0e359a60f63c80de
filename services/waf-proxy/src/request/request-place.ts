import type { FairCounter } from '../io/shares/fair-counter.ts';
import type { RequestContext } from './request-context.ts';

export interface RequestPlaces {
  pools: { readonly requests: FairCounter };
}

/** The request is no longer under way. */
export function leaveRequestPlace(context: RequestContext, { pools }: RequestPlaces): void {
  if (context.place === null) return;
  pools.requests.leave(context.place);
  context.place = null;
}
