import { create } from '@bufbuild/protobuf';
import { entitlementsV1 } from '@palisade/contracts';
import type { Entitlements } from '@palisade/entitlements';

/** What this service knows about an owner's plan. */
export interface OwnerPlan {
  ownerId: string;
  planSlug: string;
  planName: string;
  entitlements: Entitlements;
  revision: bigint;
}

export function fromMessage(message: entitlementsV1.Entitlements): Entitlements {
  return {
    maxDomains: message.maxDomains ?? null,
    rateLimiting: message.rateLimiting,
    maxRateLimitRequests: message.maxRateLimitRequests ?? null,
    ddosProtection: message.ddosProtection,
    ipManagement: message.ipManagement,
    botProtection: message.botProtection,
    geoBlocking: message.geoBlocking,
    edgeCaching: message.edgeCaching,
    maxCustomRules: message.maxCustomRules ?? null,
    logRetentionDays: message.logRetentionDays,
    bandwidthBytes: message.bandwidthBytes === undefined ? null : Number(message.bandwidthBytes),
  };
}

export function toMessage(planSlug: string, entitlements: Entitlements): entitlementsV1.Entitlements {
  return create(entitlementsV1.EntitlementsSchema, {
    planSlug,
    ...(entitlements.maxDomains !== null && { maxDomains: entitlements.maxDomains }),
    rateLimiting: entitlements.rateLimiting,
    ...(entitlements.maxRateLimitRequests !== null && {
      maxRateLimitRequests: entitlements.maxRateLimitRequests,
    }),
    ddosProtection: entitlements.ddosProtection,
    ipManagement: entitlements.ipManagement,
    botProtection: entitlements.botProtection,
    geoBlocking: entitlements.geoBlocking,
    edgeCaching: entitlements.edgeCaching,
    ...(entitlements.maxCustomRules !== null && { maxCustomRules: entitlements.maxCustomRules }),
    logRetentionDays: entitlements.logRetentionDays,
    ...(entitlements.bandwidthBytes !== null && { bandwidthBytes: BigInt(entitlements.bandwidthBytes) }),
  });
}

export function planName(slug: string): string {
  return `${slug.charAt(0).toUpperCase()}${slug.slice(1)}`;
}
