import { edgeV1 } from '@palisade/contracts';
import { type CustomRule as PolicyRule, type Redirect, RedirectTable, targetOf } from '@palisade/site-policy';
import { decodeHeaderRule } from '@palisade/site-policy/wire';
import { actionText } from '@palisade/site-policy/words';
import { siteHeadersOf } from '../../request/header-changes.ts';
import { PageTemplate } from '../../request/own-pages.ts';
import { RedirectTarget } from '../../request/redirect-location.ts';
import type { SkippedChecks } from '../../request/skipped-checks.ts';
import type { CustomAction, RedirectStep } from './custom-rules.ts';

const { CustomRuleAction: Action, SkippedCheck } = edgeV1;

type RulePage = NonNullable<PolicyRule['page']>;

interface CompiledAction {
  readonly does: CustomAction;
  readonly words: string;
}

/** What redirects need to know of their own site. */
export interface OwnSite {
  readonly hosts: readonly string[];
  readonly redirects: RedirectTable<Redirect>;
}
export const NO_SITE: OwnSite = Object.freeze({ hosts: [], redirects: new RedirectTable<Redirect>([]) });

/** @throws Error with what is missing */
export function compileAction(source: edgeV1.CustomRule, site: OwnSite): CompiledAction {
  const { redirect, page, rewrite, listing } = source;
  switch (source.action) {
    case Action.UNSPECIFIED:
      throw new Error('there is no action');
    case Action.BLOCK:
      return silent({ kind: 'block' });
    case Action.CHALLENGE:
      return silent({ kind: 'challenge' });
    case Action.LOG:
      return silent({ kind: 'log' });
    case Action.SKIP:
      return silent({ kind: 'skip', skips: skipsOf(source) });
    case Action.REDIRECT: {
      if (!redirect) throw new Error('there is no address to redirect to');
      const { to, status, keepQuery } = redirect;
      // Validated before.
      const words = { to, status: status as Redirect['status'], keep_query: keepQuery };
      const way = Object.freeze(wayFrom(to, keepQuery, site));
      return described({ kind: 'redirect', to, status, keepQuery, way }, { redirect: words });
    }
    case Action.PAGE: {
      if (!page) throw new Error('there is no page');
      const { status, language, html } = page;
      const template = new PageTemplate({ language, html });
      const words = { status: status as RulePage['status'], language, html: '' };
      const refuses = status >= 400 && !MISSING.has(status);
      return described({ kind: 'page', status, page: template, refuses }, { page: words });
    }
    case Action.REWRITE: {
      if (!rewrite) throw new Error('there is no path to rewrite to');
      const { from, to } = rewrite;
      return described({ kind: 'rewrite', from, to }, { rewrite: { from, to } });
    }
    case Action.CHANGE_HEADERS: {
      if (source.headers.length === 0) throw new Error('there is no header to change');
      const headers = source.headers.map(decodeHeaderRule);
      return described({ kind: 'change_headers', headers: siteHeadersOf(headers) }, { headers });
    }
    case Action.ADD_TO_LIST: {
      if (!listing) throw new Error('there is no list');
      const { listId, seconds } = listing;
      const words = { list: listId, minutes: seconds / 60 };
      return described({ kind: 'add_to_list', listId, lastsMs: seconds * 1_000 }, { listing: words });
    }
    // An action of a newer version, which this one does not know.
    default:
      throw new Error('the action is not known');
  }
}

/** Statuses for missing pages, which are no refusals. */
const MISSING: ReadonlySet<number> = new Set([404, 410]);

/**
 * Maximum redirects that are followed in search of a loop; tables reject loops, and a longer chain by mistake contains
 * a shorter one.
 */
const MAX_STEPS = 10;

function wayFrom(to: string, keepQuery: boolean, { hosts, redirects }: OwnSite): RedirectStep[] {
  const way: RedirectStep[] = [];
  let [location, keepsQuery] = [to, keepQuery];
  while (way.length < MAX_STEPS) {
    const target = new RedirectTarget(location);
    way.push(Object.freeze({ target, keepsQuery }));
    const path = target.pathOn(hosts);
    const next = path === null ? undefined : redirects.find(path);
    if (path === null || next === undefined) break;
    location = targetOf(next, path);
    keepsQuery &&= next.keep_query;
  }
  return way;
}

const silent = (does: CustomAction): CompiledAction => ({ does: Object.freeze(does), words: '' });

const described = (
  does: CustomAction,
  parts: Omit<Parameters<typeof actionText>[0], 'action' | 'skip'>,
): CompiledAction => ({
  does: Object.freeze(does),
  words: actionText({ action: does.kind, skip: [], ...parts }),
});

function skipsOf({ skips }: edgeV1.CustomRule): SkippedChecks {
  if (skips.length === 0 || skips.includes(SkippedCheck.UNSPECIFIED))
    throw new Error('what is to be skipped is not known');
  return Object.freeze({
    managedRules: skips.includes(SkippedCheck.MANAGED_RULES),
    botProtection: skips.includes(SkippedCheck.BOT_PROTECTION),
    rateLimiting: skips.includes(SkippedCheck.RATE_LIMITING),
  });
}
