import type { FairCounter } from '../io/shares/fair-counter.ts';
import type { RequestContext } from './request-context.ts';

export interface RequestPlaces {
  pools: { readonly requests: FairCounter };
}

/** Frees the request's slot among the concurrent requests. */
export function leaveRequestPlace(context: RequestContext, { pools }: RequestPlaces): void {
  if (context.place === null) return;
  pools.requests.leave(context.place);
  context.place = null;
}
