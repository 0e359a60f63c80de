// For a request that is already at a redirect's target, the following rules are evaluated as if that rule did not
// match. The target depends on scheme, host, path and query at once, which are examined separately; so it is bounded
// from both sides:
//
//   elsewhere(rule) ⊆ requests that the rule decides ⊆ requests that satisfy its conditions
import type { CustomRuleCondition } from '../groups/custom-rule-conditions.ts';
import { type CustomRule, groupsOf } from '../groups/custom-rules.ts';
import { type Redirect, RedirectTable, targetOf } from '../groups/redirects.ts';

/** Tables refuse circles of their own; the edge follows no longer chain either. */
const MAX_STEPS = 10;
const BASE = 'http://host.invalid';

export class RedirectEnds {
  private readonly tables: readonly RedirectTable<Redirect>[];
  private readonly known = new Map<CustomRule, CustomRule>();

  /** @param tables of the site: a redirect may lead on by them */
  constructor(tables: readonly (readonly Redirect[])[] = []) {
    this.tables = tables.map((entries) => new RedirectTable(entries));
  }

  /** The rule for none of the paths that its redirect may end at, whatever else is asked for there. */
  elsewhere(rule: CustomRule): CustomRule {
    if (rule.redirect === undefined) return rule;
    let narrowed = this.known.get(rule);
    if (narrowed === undefined) {
      const notThere = isPath(this.pathsOf(rule.redirect.to), true);
      const [conditions = [], ...alternatives] = groupsOf(rule).map((group) => [...group, notThere]);
      narrowed = { ...rule, conditions, alternatives };
      this.known.set(rule, narrowed);
    }
    return narrowed;
  }

  /** Whichever host it names, it may be one of the site's. */
  private pathsOf(to: string): string[] {
    const paths = new Set<string>();
    const follow = (location: string, steps: number): void => {
      if (steps === 0 || !URL.canParse(location, BASE)) return;
      const { pathname } = new URL(location, BASE);
      paths.add(pathname);
      paths.add(unescaped(pathname));
      for (const table of this.tables) {
        const next = table.find(pathname);
        if (next !== undefined) follow(targetOf(next, pathname), steps - 1);
      }
    };
    follow(to, MAX_STEPS);
    return [...paths];
  }
}

/** A path without a query, on whatever host is asked: who asks for just that is where the redirect leads. Null: there is more to it. */
export function plainEnd({ redirect }: CustomRule): string | null {
  const to = redirect?.to ?? '';
  if (!to.startsWith('/') || !URL.canParse(to, BASE)) return null;
  const { pathname, search } = new URL(to, BASE);
  return search === '' ? pathname : null;
}

export const isPath = (values: string[], negate = false): CustomRuleCondition => ({
  field: 'path',
  name: '',
  operator: 'equals',
  negate,
  values,
});

/** As a path is read by conditions. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
