import { type Entitlements, upgradeText } from '@palisade/entitlements';
import type { Refusal } from '../model/group.ts';
import { byId, type Named } from '../model/list-entries.ts';
import type { ListKind } from '../model/list-kinds.ts';
import { type CustomRuleCondition, LISTED_FIELDS } from './custom-rule-conditions.ts';

export interface RuleWithConditions {
  conditions: readonly CustomRuleCondition[];
  alternatives?: readonly (readonly CustomRuleCondition[])[] | undefined;
  /** The list that a custom rule puts clients on. */
  listing?: { readonly list: string } | undefined;
}

/** The lists that a rule names by their ids, each with its place in the rule. */
export function listsNamedBy({ conditions, alternatives = [], listing }: RuleWithConditions): NamedList[] {
  return [
    ...listsIn(conditions, 'conditions'),
    ...alternatives.flatMap((group, index) => listsIn(group, `alternatives.${index}`)),
    ...(listing === undefined ? [] : [{ id: listing.list, path: 'listing.list', holds: ADDRESSES }]),
  ];
}

export interface NamedList {
  id: string;
  /** Where it is named, such as `conditions.0.values.2`. */
  path: string;
  /** Kinds of entries that a list may have for this use. */
  holds: readonly ListKind[];
}

const ADDRESSES: readonly ListKind[] = ['addresses'];
/** A field without lists was refused before. */
const kindsOf = (field: CustomRuleCondition['field']): readonly ListKind[] => {
  const kind = LISTED_FIELDS[field];
  return kind === undefined ? [] : [kind];
};

const listsIn = (conditions: readonly CustomRuleCondition[], path: string): NamedList[] =>
  conditions.flatMap(({ field, operator, values }, at) =>
    operator === 'in_list'
      ? values.map((id, index) => ({ id, path: `${path}.${at}.values.${index}`, holds: kindsOf(field) }))
      : [],
  );

/** Without lists in the plan no rule that asks for one can be switched on, and none that is on may begin to. */
export function listsBeyondPlan<Rule extends Named & RuleWithConditions & { enabled: boolean }>(
  field: 'custom_rules' | 'rate_limit_rules',
  stored: readonly Rule[],
  wanted: readonly Rule[],
  plan: Entitlements,
): Refusal[] {
  if (plan.ipManagement) return [];
  const before = byId(stored);
  return wanted.flatMap((rule, index) => {
    const [first] = rule.enabled ? listsNamedBy(rule) : [];
    const known = before.get(rule.id);
    if (first === undefined || (known?.enabled === true && listsNamedBy(known).length > 0)) return [];
    return [{ path: `${field}.${index}.${first.path}`, message: upgradeText('ipManagement') }];
  });
}
