import type { OriginConfig, PolicyConfig, SitePolicy } from './groups/index.ts';

/** A change, as the API accepts it; `null` for the DDoS level means none. */
export interface SitePolicyChanges {
  originConfig?: Partial<OriginConfig> | undefined;
  policyConfig?:
    | (Omit<Partial<PolicyConfig>, 'ddos_protection_level'> & {
        ddos_protection_level?: PolicyConfig['ddos_protection_level'] | null | undefined;
      })
    | undefined;
}

/** The stored configuration with an update applied: absent fields stay, the two names of origin TLS stay in step. */
export function applyUpdate(stored: SitePolicy, update: SitePolicyChanges): SitePolicy {
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
