import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { type Entitlements, SEED_ENTITLEMENTS } from '@palisade/entitlements';
import { toMessage } from '@palisade/entitlements/wire';
import { effectivePolicy, type SitePolicy } from '@palisade/site-policy';
import { encodeSitePolicy } from '@palisade/site-policy/wire';
import type { CompiledRuleSet } from '@palisade/waf-engine';
import { type CompiledSite, compileSite } from '../pipeline/compiled-site.ts';

export interface PolicyOfSite {
  config: SitePolicy;
  hosts: readonly string[];
  /** Absent: a plan that includes everything. */
  plan?: { slug: string; entitlements: Entitlements };
  ruleSet: CompiledRuleSet;
  releases?: ReadonlyMap<string, CompiledRuleSet>;
  /** Entries that have expired by then are ignored. */
  nowMs: number;
}

const EVERYTHING = { slug: 'enterprise', entitlements: SEED_ENTITLEMENTS.enterprise };

/** Compiles a policy as the edge would, through the same site document. Throws what compileSite throws. */
export function siteOfPolicy({
  config,
  hosts,
  plan = EVERYTHING,
  ruleSet,
  releases,
  nowMs,
}: PolicyOfSite): CompiledSite {
  const policyConfig = effectivePolicy(config.policyConfig, plan.entitlements);
  const document = create(edgeV1.SiteConfigSchema, {
    siteId: 'judged',
    ownerId: 'judged',
    version: 1n,
    issuedAtMs: BigInt(nowMs),
    hosts: [...hosts],
    // Whether a site is active is not part of its policy.
    isActive: true,
    ...encodeSitePolicy({ ...config, policyConfig }, nowMs),
    entitlements: toMessage(plan.slug, plan.entitlements),
  });
  return compileSite(document, ruleSet, releases);
}
