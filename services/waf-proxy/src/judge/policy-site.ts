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
  /** Absent: one that includes everything. */
  plan?: { slug: string; entitlements: Entitlements };
  ruleSet: CompiledRuleSet;
  releases?: ReadonlyMap<string, CompiledRuleSet>;
  /** What has expired by then does not count. */
  nowMs: number;
}

const EVERYTHING = { slug: 'enterprise', entitlements: SEED_ENTITLEMENTS.enterprise };

/** A policy in the form that the edge would give it, made by way of the same document. Throws what compileSite throws. */
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
    // Whether it is served now is no part of its policy.
    isActive: true,
    ...encodeSitePolicy({ ...config, policyConfig }, nowMs),
    entitlements: toMessage(plan.slug, plan.entitlements),
  });
  return compileSite(document, ruleSet, releases);
}
