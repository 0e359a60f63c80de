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

/** Rules that take effect: of several rewrites, the first whose path matches wins. */
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
 * Applies the actions of rules that do not end the search, in order. Paths and headers are changed in log-only mode,
 * too: a site may need them to work, and they block nobody.
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
        // Log-only mode blocks nobody, and the list may be a block list.
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

/** The new target with the original query; null: the rule is about other paths. */
function rewritten(rule: { readonly from: string; readonly to: string }, target: string): string | null {
  const path = target.split('?', 1)[0]!;
  return isFrom(rule.from, path) ? withQuery(targetOf(rule, path), queryIn(target)) : null;
}
