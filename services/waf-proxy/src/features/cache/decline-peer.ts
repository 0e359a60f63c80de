import { respondWithVerdict } from '../../request/respond.ts';
import { EdgeAction } from '../../request/verdict.ts';
import type { CacheRequest } from './cache-services.ts';

/** The answer lacks the mark, so that the asking node goes to the origin. */
export function declinePeer(context: CacheRequest): void {
  respondWithVerdict(context, { status: 503, action: EdgeAction.REJECT, reason: 'not_cached' });
}
