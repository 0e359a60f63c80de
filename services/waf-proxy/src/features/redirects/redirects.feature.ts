import { ACME_CHALLENGE_PATH } from '@palisade/edge-state';
import { type Redirect, RedirectTable, targetOf } from '@palisade/site-policy';
import { clientScheme } from '../../request/client-scheme.ts';
import type { Feature } from '../../request/feature.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult } from '../../request/verdict.ts';

export interface RedirectsPart {
  /** Null: there are none. */
  readonly redirects: RedirectTable<Redirect> | null;
}

const PAGE = Object.freeze({
  contentType: 'text/plain; charset=utf-8',
  body: Buffer.from('This page has moved.\n'),
});

/** Sends clients of addresses that have moved where the owner says. No proof of control of the site's name is sent away. */
function redirect(context: RequestContext<Site & RedirectsPart>): PhaseResult {
  const { redirects } = context.site!;
  const { target } = context.head;
  if (redirects === null || context.isReserved || target.startsWith(ACME_CHALLENGE_PATH)) return null;
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const found = redirects.find(path);
  if (found === undefined) return null;
  const location = withQuery(
    targetOf(found, path),
    found.keep_query && mark >= 0 ? target.slice(mark + 1) : '',
  );
  // An address of the site itself may be the one that was asked for: nobody is to go round in a circle.
  const here = `${clientScheme(context)}://${context.head.authority}${target}`;
  if (location === target || location === here) return null;
  return { status: found.status, action: EdgeAction.ALLOW, reason: 'redirect', location, page: PAGE };
}

/** Behind what the target has of its own, and before its fragment. */
function withQuery(location: string, query: string): string {
  if (query === '') return location;
  const hash = location.indexOf('#');
  const address = hash < 0 ? location : location.slice(0, hash);
  const fragment = hash < 0 ? '' : location.slice(hash);
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment}`;
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
