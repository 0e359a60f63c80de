import { respondWithVerdict } from '../../request/respond.ts';
import { EdgeAction } from '../../request/verdict.ts';
import type { CacheRequest } from './cache-services.ts';

/** It has no mark of an answer, so the node that asks goes to the origin. */
export function declinePeer(context: CacheRequest): void {
  respondWithVerdict(context, { status: 503, action: EdgeAction.REJECT, reason: 'not_cached' });
}
