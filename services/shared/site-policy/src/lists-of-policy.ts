import type { PolicyConfig } from './groups/index.ts';
import { listsNamedBy, type NamedList } from './groups/listed-conditions.ts';
import { ALLOWING_KINDS, LIST_KINDS } from './model/list-kinds.ts';

const LIST_FIELDS = ['allowed_lists', 'blocked_lists', 'challenged_lists'] as const;
const RULE_FIELDS = ['custom_rules', 'rate_limit_rules'] as const;

/** All lists that a policy refers to by their ids, each with its place in the policy. */
export const listsOfPolicy = (
  policy: Pick<PolicyConfig, (typeof LIST_FIELDS | typeof RULE_FIELDS)[number]>,
) => [
  ...LIST_FIELDS.flatMap((field) =>
    policy[field].map(
      (id, index): NamedList => ({
        id,
        path: `${field}.${index}`,
        holds: field === 'allowed_lists' ? ALLOWING_KINDS : LIST_KINDS,
      }),
    ),
  ),
  ...RULE_FIELDS.flatMap((field) =>
    policy[field].flatMap((rule, index) =>
      listsNamedBy(rule).map(
        ({ path, ...list }): NamedList => ({ ...list, path: `${field}.${index}.${path}` }),
      ),
    ),
  ),
];
