import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { toMessage } from '@palisade/entitlements/wire';
import { effectivePolicy, type WafConfig } from '@palisade/site-policy';
import { encodeWafConfig } from '@palisade/site-policy/wire';
import type { TlsMaterialRow } from '../certificates/certificate-store.ts';
import type { Domain } from '../domains/domain.entity.ts';
import type { OwnerPlan } from '../plans/owner-plan.ts';

/** Everything the edge needs to serve a site, with only what the owner's plan includes and what has not expired by `nowMs`. */
export function buildSiteConfig(
  domain: Domain,
  hosts: readonly string[],
  config: WafConfig,
  plan: OwnerPlan,
  version: bigint,
  tls: TlsMaterialRow | null,
  nowMs: number,
): edgeV1.SiteConfig {
  const policyConfig = effectivePolicy(config.policyConfig, plan.entitlements);
  return create(edgeV1.SiteConfigSchema, {
    siteId: domain.id,
    ownerId: domain.ownerId,
    version,
    issuedAtMs: BigInt(nowMs),
    hosts: [...hosts],
    isActive: domain.isActive,
    ...encodeWafConfig({ ...config, policyConfig }, nowMs),
    ...(tls !== null && {
      tls: { certificateChainPem: tls.chain_pem, sealedPrivateKey: new Uint8Array(tls.sealed_key) },
    }),
    entitlements: toMessage(plan.planSlug, plan.entitlements),
  });
}
