import { isDeepStrictEqual } from 'node:util';
import {
  type OriginConfig,
  originConfigSchema,
  type PolicyConfig,
  policyConfigSchema,
  type WafConfig,
  type WafConfigChange,
  type WafConfigUpdate,
} from './waf-config.schema.ts';

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

/** What differs, field by field. Long lists are shown by what came and went, not whole. */
export function changesBetween(before: WafConfig, after: WafConfig): WafConfigChange[] {
  return [
    ...changedFields('originConfig', originConfigSchema.shape, before.originConfig, after.originConfig),
    ...changedFields('policyConfig', policyConfigSchema.shape, before.policyConfig, after.policyConfig),
  ];
}

function changedFields<T extends OriginConfig | PolicyConfig>(
  section: string,
  shape: object,
  before: T,
  after: T,
): WafConfigChange[] {
  const names = Object.keys(shape) as (keyof T & string)[];
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

function without(list: readonly unknown[], other: readonly unknown[]): unknown[] {
  const known = new Set(other.map((entry) => JSON.stringify(entry)));
  return list.filter((entry) => !known.has(JSON.stringify(entry)));
}
