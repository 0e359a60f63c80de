import { create } from '@bufbuild/protobuf';
import { entitlementsV1 } from '@palisade/contracts';
import type { Entitlements } from '@palisade/entitlements';
import { z } from 'zod';

const limit = z.int().min(0).max(4_294_967_295).nullable();

/** Entitlements as the API shows them. `null` as a limit means unlimited. */
export const entitlementsSchema = z
  .object({
    max_domains: limit,
    rate_limiting: z.boolean(),
    /** The highest rate limit an owner may set, per client address and minute. */
    max_rate_limit_requests: limit,
    ddos_protection: z.boolean(),
    ip_management: z.boolean(),
    bot_protection: z.boolean(),
    geo_blocking: z.boolean(),
    edge_caching: z.boolean(),
    max_custom_rules: limit,
    log_retention_days: z.int().min(1).max(3_650),
    /** Per calendar month; metered and warned about, never cut. */
    bandwidth_bytes: z.int().min(0).nullable(),
  })
  .meta({ id: 'Entitlements' });
export type EntitlementsView = z.infer<typeof entitlementsSchema>;

export function toView(e: Entitlements): EntitlementsView {
  return {
    max_domains: e.maxDomains,
    rate_limiting: e.rateLimiting,
    max_rate_limit_requests: e.maxRateLimitRequests,
    ddos_protection: e.ddosProtection,
    ip_management: e.ipManagement,
    bot_protection: e.botProtection,
    geo_blocking: e.geoBlocking,
    edge_caching: e.edgeCaching,
    max_custom_rules: e.maxCustomRules,
    log_retention_days: e.logRetentionDays,
    bandwidth_bytes: e.bandwidthBytes,
  };
}

export function fromView(view: EntitlementsView): Entitlements {
  return {
    maxDomains: view.max_domains,
    rateLimiting: view.rate_limiting,
    maxRateLimitRequests: view.max_rate_limit_requests,
    ddosProtection: view.ddos_protection,
    ipManagement: view.ip_management,
    botProtection: view.bot_protection,
    geoBlocking: view.geo_blocking,
    edgeCaching: view.edge_caching,
    maxCustomRules: view.max_custom_rules,
    logRetentionDays: view.log_retention_days,
    bandwidthBytes: view.bandwidth_bytes,
  };
}

export function toMessage(planSlug: string, e: Entitlements): entitlementsV1.Entitlements {
  return create(entitlementsV1.EntitlementsSchema, {
    planSlug,
    maxDomains: e.maxDomains ?? undefined,
    rateLimiting: e.rateLimiting,
    maxRateLimitRequests: e.maxRateLimitRequests ?? undefined,
    ddosProtection: e.ddosProtection,
    ipManagement: e.ipManagement,
    botProtection: e.botProtection,
    geoBlocking: e.geoBlocking,
    edgeCaching: e.edgeCaching,
    maxCustomRules: e.maxCustomRules ?? undefined,
    logRetentionDays: e.logRetentionDays,
    bandwidthBytes: e.bandwidthBytes === null ? undefined : BigInt(e.bandwidthBytes),
  });
}
