import type { CustomRule } from './groups/custom-rules.ts';
import {
  type OriginConfig,
  originFields,
  type PolicyConfig,
  policyFields,
  type SitePolicy,
} from './groups/index.ts';
import { byId, type Named, sameValue, without } from './model/list-entries.ts';

/** One difference between two versions, as in the API. */
export interface ConfigChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** Lists whose entries have an id, and whether their order means something. */
const LISTS_BY_ID = [
  { name: 'custom_rules', ordered: true },
  { name: 'rate_limit_rules', ordered: true },
  { name: 'rule_exclusions', ordered: false },
] as const;
const BY_ID: ReadonlySet<string> = new Set(LISTS_BY_ID.map(({ name }) => name));

/**
 * What differs, field by field. Long lists are shown by what came and went, not whole; entries with an id one by one, as
 * "policyConfig.custom_rules.<id>" with null where there is none; another order of those as the names in their order.
 */
export function changesBetween(before: SitePolicy, after: SitePolicy): ConfigChange[] {
  return [
    ...changedFields('originConfig', originFields, before.originConfig, after.originConfig),
    ...changedFields('policyConfig', policyFields, before.policyConfig, after.policyConfig),
    ...LISTS_BY_ID.flatMap(({ name, ordered }) =>
      changedEntries(`policyConfig.${name}`, before.policyConfig[name], after.policyConfig[name], ordered),
    ),
  ];
}

function changedFields<T extends OriginConfig | PolicyConfig>(
  section: string,
  shape: object,
  before: T,
  after: T,
): ConfigChange[] {
  const names = Object.keys(shape).filter((name) => !BY_ID.has(name)) as (keyof T & string)[];
  return names.flatMap((name): ConfigChange[] => {
    const [old, current] = [before[name], after[name]];
    if (Array.isArray(old) && Array.isArray(current)) {
      const [removed, added] = [without(old, current), without(current, old)];
      return removed.length + added.length > 0
        ? [{ field: `${section}.${name}`, before: removed, after: added }]
        : [];
    }
    return sameValue(old, current) ? [] : [{ field: `${section}.${name}`, before: old, after: current }];
  });
}

function changedEntries(
  field: string,
  before: readonly (Named | CustomRule)[],
  after: readonly (Named | CustomRule)[],
  ordered: boolean,
): ConfigChange[] {
  const [old, current] = [byId(before), byId(after)];
  const changes = [...new Set([...old.keys(), ...current.keys()])].flatMap((id): ConfigChange[] => {
    const change = { field: `${field}.${id}`, before: old.get(id) ?? null, after: current.get(id) ?? null };
    return sameValue(change.before, change.after) ? [] : [change];
  });
  if (!ordered) return changes;
  const [stayed, stays] = [before.filter(({ id }) => current.has(id)), after.filter(({ id }) => old.has(id))];
  if (stayed.every(({ id }, index) => stays[index]?.id === id)) return changes;
  return [...changes, { field, before: stayed.map(nameOf), after: stays.map(nameOf) }];
}

const nameOf = (entry: Named | CustomRule): string => ('name' in entry ? entry.name : entry.id);
