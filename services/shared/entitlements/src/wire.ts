import { create } from '@bufbuild/protobuf';
import { entitlementsV1 } from '@palisade/contracts';
import type { Entitlements } from './entitlements.ts';

/** Entitlements in messages between services and to the edge: an absent limit means unlimited. */
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
    ruleSetChoice: e.ruleSetChoice,
    maxCustomRules: e.maxCustomRules ?? undefined,
    maxInspectedUploadMb: e.maxInspectedUploadMb ?? undefined,
    maxRecordedRequests: e.maxRecordedRequests ?? undefined,
    maxLogStreams: e.maxLogStreams ?? undefined,
    logRetentionDays: e.logRetentionDays,
    bandwidthBytes: e.bandwidthBytes === null ? undefined : BigInt(e.bandwidthBytes),
  });
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
    ruleSetChoice: message.ruleSetChoice,
    maxCustomRules: message.maxCustomRules ?? null,
    maxInspectedUploadMb: message.maxInspectedUploadMb ?? null,
    maxRecordedRequests: message.maxRecordedRequests ?? null,
    maxLogStreams: message.maxLogStreams ?? null,
    logRetentionDays: message.logRetentionDays,
    bandwidthBytes: message.bandwidthBytes === undefined ? null : Number(message.bandwidthBytes),
  };
}
