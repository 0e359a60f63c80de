import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import type { KnownPlan } from '@palisade/entitlements/known-plan';
import { toMessage } from '@palisade/entitlements/wire';
import { effectivePolicy, type SitePolicy } from '@palisade/site-policy';
import { encodeSitePolicy } from '@palisade/site-policy/wire';
import type { TlsMaterial } from '../certificates/certificates.repository.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import type { RuleRolloutInForce } from '../rule-rollout-store/rule-rollout-sites.repository.ts';

interface SiteParts {
  domain: Domain;
  hosts: readonly string[];
  config: SitePolicy;
  plan: KnownPlan;
  tls: TlsMaterial | null;
  /** What the site's servers are shown; null: nothing. */
  originClient: TlsMaterial | null;
  /** A change that a share of the visitors is judged by. */
  rollout?: { id: string; sharePercent: number; config: SitePolicy } | null;
  /** A candidate of the site's rules, as far as it has come there. */
  ruleRollout?: RuleRolloutInForce | null;
  nowMs: number;
}

/** Everything the edge needs to serve a site, with only what the owner's plan includes and what has not expired by `nowMs`. */
export function buildSiteConfig({
  domain,
  hosts,
  config,
  plan,
  tls,
  originClient,
  rollout,
  ruleRollout,
  nowMs,
}: SiteParts): edgeV1.SiteConfig {
  const sectionsOf = ({ originConfig, policyConfig }: SitePolicy) =>
    encodeSitePolicy({ originConfig, policyConfig: effectivePolicy(policyConfig, plan.entitlements) }, nowMs);
  return create(edgeV1.SiteConfigSchema, {
    siteId: domain.id,
    ownerId: domain.ownerId,
    issuedAtMs: BigInt(nowMs),
    hosts: [...hosts],
    isActive: domain.isActive,
    ...sectionsOf(config),
    ...(tls !== null && { tls: materialOf(tls) }),
    ...(originClient !== null && { originClient: materialOf(originClient) }),
    entitlements: toMessage(plan.planSlug, plan.entitlements),
    ...(rollout && { rollout: rolloutOf(rollout, sectionsOf(rollout.config)) }),
    ...(ruleRollout && { ruleRollout: { ...ruleRollout, stage: STAGES[ruleRollout.stage] } }),
  });
}

const materialOf = ({ chain_pem, sealed_key }: TlsMaterial) => ({
  certificateChainPem: chain_pem,
  sealedPrivateKey: new Uint8Array(sealed_key),
});

const STAGES = {
  shadow: edgeV1.RuleRolloutStage.SHADOW,
  promoted: edgeV1.RuleRolloutStage.PROMOTED,
} as const satisfies Record<RuleRolloutInForce['stage'], edgeV1.RuleRolloutStage>;

const rolloutOf = (
  { id, sharePercent }: NonNullable<SiteParts['rollout']>,
  { policy, delivery }: ReturnType<typeof encodeSitePolicy>,
) => ({
  id,
  sharePercent,
  ...(policy && { policy }),
  ...(delivery && { delivery }),
});
