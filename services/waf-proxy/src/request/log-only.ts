import type { RequestContext } from './request-context.ts';
import type { Verdict } from './verdict.ts';

/** The verdict; in log-only mode it is noted, and null is returned. */
export function unlessLogOnly(request: RequestContext, verdict: Verdict): Verdict | null {
  if (request.site!.mode === 'On') return verdict;
  request.wouldRefuse(verdict.reason);
  return null;
}
