import type { RequestContext } from './request-context.ts';
import { answerInstead } from './respond.ts';
import { EdgeAction, type Verdict } from './verdict.ts';

const LATER_SECONDS = 5;

/** What a request gets for which there is no room. */
export const OVERLOADED: Verdict = Object.freeze({
  status: 503,
  action: EdgeAction.REJECT,
  reason: 'overloaded',
  headers: ['Retry-After', String(LATER_SECONDS)],
  close: true,
});

/** Ends a request, wherever it stands, for the good of others: with a page if nothing has been said yet. */
export function shedRequest(context: RequestContext): void {
  if (context.finished) return;
  if (context.answered || context.reply.started) {
    context.reply.abort();
    return;
  }
  answerInstead(context, OVERLOADED);
}
