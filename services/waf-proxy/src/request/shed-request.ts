import type { RequestContext } from './request-context.ts';
import { replyWith } from './respond.ts';
import { EdgeAction, type Verdict } from './verdict.ts';

const LATER_SECONDS = 5;

/** The response to requests that exceed the edge's capacity. */
export const OVERLOADED: Verdict = Object.freeze({
  status: 503,
  action: EdgeAction.REJECT,
  reason: 'overloaded',
  headers: ['Retry-After', String(LATER_SECONDS)],
  close: true,
});

/** Ends a request at any point to free capacity; with a page if no response has begun. */
export function shedRequest(context: RequestContext): void {
  if (context.finished) return;
  if (context.answered || context.reply.started) {
    context.reply.abort();
    return;
  }
  replyWith(context, OVERLOADED);
}
