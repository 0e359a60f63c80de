import { ACME_CHALLENGE_PATH } from '@palisade/edge-state';
import { type Redirect, RedirectTable, targetOf } from '@palisade/site-policy';
import type { Feature } from '../../request/feature.ts';
import { isAlreadyThere, MOVED_PAGE, queryIn, withQuery } from '../../request/redirect-location.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult } from '../../request/verdict.ts';

export interface RedirectsPart {
  /** Null: none. */
  readonly redirects: RedirectTable<Redirect> | null;
}

/** Applies the owner's redirect table, except to challenges of certificate authorities. */
function redirect(context: RequestContext<Site & RedirectsPart>): PhaseResult {
  const { redirects } = context.site!;
  const { target } = context.head;
  if (redirects === null || context.isReserved || target.startsWith(ACME_CHALLENGE_PATH)) return null;
  const path = target.split('?', 1)[0]!;
  const found = redirects.find(path);
  if (found === undefined) return null;
  const location = withQuery(targetOf(found, path), found.keep_query ? queryIn(target) : '');
  if (isAlreadyThere(context, location)) return null;
  return { status: found.status, action: EdgeAction.ALLOW, reason: 'redirect', location, page: MOVED_PAGE };
}

export const redirects = {
  name: 'redirects',
  killSwitches: [],
  compile: ({ settings }): RedirectsPart => ({
    redirects: settings.redirects.length === 0 ? null : new RedirectTable(settings.redirects),
  }),
  counters: { redirected: 'Requests that an owner’s redirect answered' },
  phase: (context: RequestContext<Site & RedirectsPart>, edge: RedirectsServices) => {
    const verdict = redirect(context);
    if (verdict !== null) edge.counters.redirected++;
    return verdict;
  },
} as const satisfies Feature<RedirectsPart, RedirectsServices>;

export interface RedirectsServices {
  counters: { redirected: number };
}
