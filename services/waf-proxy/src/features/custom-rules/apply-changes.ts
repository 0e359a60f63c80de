import { targetOf } from '@palisade/site-policy';
import type { ListingTaker } from '../../request/listed-clients.ts';
import { queryIn, withQuery } from '../../request/redirect-location.ts';
import { NO_CHANGES } from '../../request/request-changes.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { CustomRule } from './custom-rules.ts';

interface ChangesServices {
  listings: ListingTaker;
  counters: { customRulesLogged: number; customRulesChanged: number };
}

/**
 * What rules do behind which the search goes on, in their order. Paths and headers are changed in log-only mode, too: a
 * site may need them to work, and they keep nobody out.
 */
export function applyChanges(
  rules: readonly CustomRule[],
  context: RequestContext,
  { counters, listings }: ChangesServices,
): void {
  for (const { does, reason } of rules) {
    if (does.kind === 'log') {
      counters.customRulesLogged++;
      continue;
    }
    counters.customRulesChanged++;
    const changes = context.changes ?? NO_CHANGES;
    switch (does.kind) {
      case 'rewrite': {
        // The first that fits says what the path is.
        const target = changes.target ?? rewritten(does, context.head.target);
        if (target !== null) context.changes = { ...changes, target };
        break;
      }
      case 'change_headers':
        context.changes = { ...changes, headers: [...changes.headers, does.headers] };
        break;
      case 'add_to_list': {
        const { site, client, receivedAtMs } = context;
        // Log-only mode keeps nobody out, and a list may be a block list.
        if (site!.mode !== 'On') break;
        const listing = { siteId: site!.siteId, listId: does.listId, client: client.key };
        listings.add(listing, receivedAtMs, does.lastsMs, reason);
        break;
      }
    }
  }
  const { changes, originRequest } = context;
  if (originRequest !== null && changes !== null && changes.target !== null)
    context.originRequest = { ...originRequest, target: changes.target };
}

/** With the query as it came; null: the path is none that the rule is about. */
function rewritten(rule: { readonly from: string; readonly to: string }, target: string): string | null {
  const path = target.split('?', 1)[0]!;
  const { from } = rule;
  const fits = from.endsWith('*') ? path.startsWith(from.slice(0, -1)) : path === from;
  return fits ? withQuery(targetOf(rule, path), queryIn(target)) : null;
}
