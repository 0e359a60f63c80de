import { isDeepStrictEqual } from 'node:util';
import {
  byId,
  type CustomRule,
  type Named,
  type OriginConfig,
  originFields,
  type PolicyConfig,
  policyFields,
  type WafConfig,
  without,
} from '@palisade/site-policy';
import type { WafConfigChange, WafConfigUpdate } from './waf-config.schema.ts';

/** The stored configuration with an update applied: absent fields stay, the two names of origin TLS stay in step. */
export function applyUpdate(stored: WafConfig, update: WafConfigUpdate): WafConfig {
  const { ddos_protection_level: level, ...policy } = update.policyConfig ?? {};
  return {
    originConfig: {
      ...stored.originConfig,
      ...present(update.originConfig ?? {}),
      ...originTls(stored.originConfig, update.originConfig ?? {}),
    },
    policyConfig: {
      ...stored.policyConfig,
      ...present(policy),
      ...(level !== undefined && { ddos_protection_level: level ?? 'none' }),
    },
  };
}

/** Forms send both names. The one that differs from what is stored was meant; if both do, the protocol. */
function originTls(
  stored: OriginConfig,
  update: Partial<OriginConfig>,
): Pick<OriginConfig, 'origin_protocol' | 'origin_use_tls'> {
  const { origin_protocol: protocol, origin_use_tls: useTls } = update;
  const protocolChanged = protocol !== undefined && protocol !== stored.origin_protocol;
  const meant =
    !protocolChanged && useTls !== undefined
      ? useTls
        ? 'https'
        : 'http'
      : (protocol ?? stored.origin_protocol);
  return { origin_protocol: meant, origin_use_tls: meant === 'https' };
}

function present<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Lists whose entries have an id, and whether their order means something. */
const LISTS_BY_ID = [
  { name: 'custom_rules', ordered: true },
  { name: 'rule_exclusions', ordered: false },
] as const;
const BY_ID: ReadonlySet<string> = new Set(LISTS_BY_ID.map(({ name }) => name));

/**
 * What differs, field by field. Long lists are shown by what came and went, not whole; entries with an id one by one, as
 * "policyConfig.custom_rules.<id>" with null where there is none; another order of those as the names in their order.
 */
export function changesBetween(before: WafConfig, after: WafConfig): WafConfigChange[] {
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
): WafConfigChange[] {
  const names = Object.keys(shape).filter((name) => !BY_ID.has(name)) as (keyof T & string)[];
  return names.flatMap((name): WafConfigChange[] => {
    const [old, current] = [before[name], after[name]];
    if (Array.isArray(old) && Array.isArray(current)) {
      const [removed, added] = [without(old, current), without(current, old)];
      return removed.length + added.length > 0
        ? [{ field: `${section}.${name}`, before: removed, after: added }]
        : [];
    }
    return isDeepStrictEqual(old, current)
      ? []
      : [{ field: `${section}.${name}`, before: old, after: current }];
  });
}

function changedEntries(
  field: string,
  before: readonly (Named | CustomRule)[],
  after: readonly (Named | CustomRule)[],
  ordered: boolean,
): WafConfigChange[] {
  const [old, current] = [byId(before), byId(after)];
  const changes = [...new Set([...old.keys(), ...current.keys()])].flatMap((id): WafConfigChange[] => {
    const change = { field: `${field}.${id}`, before: old.get(id) ?? null, after: current.get(id) ?? null };
    return isDeepStrictEqual(change.before, change.after) ? [] : [change];
  });
  if (!ordered) return changes;
  const [stayed, stays] = [before.filter(({ id }) => current.has(id)), after.filter(({ id }) => old.has(id))];
  if (stayed.every(({ id }, index) => stays[index]?.id === id)) return changes;
  return [...changes, { field, before: stayed.map(nameOf), after: stays.map(nameOf) }];
}

const nameOf = (entry: Named | CustomRule): string => ('name' in entry ? entry.name : entry.id);
