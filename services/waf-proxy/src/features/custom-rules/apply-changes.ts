import { isFrom, targetOf } from '@palisade/site-policy';
import type { ListingTaker } from '../../request/listed-clients.ts';
import { queryIn, withQuery } from '../../request/redirect-location.ts';
import { NO_CHANGES } from '../../request/request-changes.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { HeldRule } from './decide.ts';

interface ChangesServices {
  listings: ListingTaker;
  counters: { customRulesLogged: number; customRulesChanged: number };
}

/** Those that do something: the first rewrite whose path fits says what the path is. */
export function thoseThatAct(noted: readonly HeldRule[], { head, changes }: RequestContext): HeldRule[] {
  let isRewritten = changes !== null && changes.target !== null;
  return noted.filter(({ rule: { does } }) => {
    if (does.kind !== 'rewrite') return true;
    if (isRewritten || rewritten(does, head.target) === null) return false;
    isRewritten = true;
    return true;
  });
}

/**
 * What rules do behind which the search goes on, in their order. Paths and headers are changed in log-only mode, too: a
 * site may need them to work, and they keep nobody out.
 *
 * @param acting {@link thoseThatAct}
 */
export function applyChanges(
  acting: readonly HeldRule[],
  context: RequestContext,
  { counters, listings }: ChangesServices,
  nowMs: number,
): void {
  for (const { rule } of acting) {
    const { does, reason } = rule;
    if (does.kind === 'log') {
      counters.customRulesLogged++;
      continue;
    }
    const changes = context.changes ?? NO_CHANGES;
    switch (does.kind) {
      case 'rewrite':
        context.changes = { ...changes, target: rewritten(does, context.head.target) };
        break;
      case 'change_headers':
        context.changes = { ...changes, headers: [...changes.headers, does.headers] };
        break;
      case 'add_to_list': {
        const { site, client } = context;
        // Log-only mode keeps nobody out, and a list may be a block list.
        if (site!.mode !== 'On') continue;
        const listing = { siteId: site!.siteId, listId: does.listId, client: client.key };
        listings.add(listing, nowMs, does.lastsMs, reason);
        break;
      }
    }
    counters.customRulesChanged++;
  }
  const { changes, originRequest } = context;
  if (originRequest !== null && changes !== null && changes.target !== null)
    context.originRequest = { ...originRequest, target: changes.target };
}

/** With the query as it came; null: the path is none that the rule is about. */
function rewritten(rule: { readonly from: string; readonly to: string }, target: string): string | null {
  const path = target.split('?', 1)[0]!;
  return isFrom(rule.from, path) ? withQuery(targetOf(rule, path), queryIn(target)) : null;
}
