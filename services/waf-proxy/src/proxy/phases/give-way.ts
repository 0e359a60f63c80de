import type { RequestContext } from '../request-context.ts';
import { EdgeAction, type Verdict } from '../verdict.ts';
import { respondWithVerdict } from './respond.ts';

const LATER_SECONDS = 5;

/** What a request gets for which there is no room. */
export const NO_ROOM: Verdict = Object.freeze({
  status: 503,
  action: EdgeAction.REJECT,
  reason: 'overloaded',
  headers: ['Retry-After', String(LATER_SECONDS)],
  close: true,
});

/** Ends a request, wherever it stands, for the good of others: with a page if nothing has been said yet. */
export function giveWay(context: RequestContext): void {
  if (context.finished) return;
  if (context.answered || context.reply.started) {
    context.reply.abort();
    return;
  }
  const abandon = context.onClientLeft;
  context.onClientLeft = null;
  respondWithVerdict(context, NO_ROOM);
  abandon?.();
}
