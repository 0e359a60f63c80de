import { toJson } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';

/**
 * Settings whose effect depends on other requests and their timing, or on what is not recorded: a replay cannot show
 * the effect of changing them.
 */
export const NOT_REPLAYED = [
  'rate_limits',
  'ddos_protection',
  'upload_scanning',
  'client_certificates',
  'trusted_proxies',
] as const;
export type NotPlayed = (typeof NOT_REPLAYED)[number];

const PARTS: Readonly<Record<NotPlayed, (policy: edgeV1.Policy, delivery: edgeV1.Delivery) => unknown>> = {
  rate_limits: ({ rateLimiting, rateLimitRequests, pathRateLimits, rateLimitRules }) => [
    rateLimiting,
    rateLimitRequests,
    pathRateLimits.map(({ pathPrefix, requests, windowSeconds }) => [pathPrefix, requests, windowSeconds]),
    rateLimitRules.map((rule) => toJson(edgeV1.RateLimitRuleSchema, rule)),
  ],
  ddos_protection: ({ ddosProtectionLevel }) => ddosProtectionLevel,
  upload_scanning: ({ uploadScan }) => uploadScan && [uploadScan.onScannerFailure, uploadScan.overLimit],
  client_certificates: (_, { clientCertificates }) => {
    if (clientCertificates === undefined) return null;
    const { mode, authorities, paths, allowed, revocationLists } = clientCertificates;
    return [mode, authorities, paths, allowed, revocationLists];
  },
  trusted_proxies: (_, { trustedProxies }) => {
    if (trustedProxies === undefined || trustedProxies.networks.length === 0) return null;
    return [trustedProxies.networks, trustedProxies.header, trustedProxies.hops];
  },
};

/** Those that a change affects. */
export function notReplayed(current: edgeV1.SiteConfig, proposed: edgeV1.SiteConfig): NotPlayed[] {
  const told = (part: NotPlayed, { policy, delivery }: edgeV1.SiteConfig) =>
    JSON.stringify(PARTS[part](policy!, delivery!));
  return NOT_REPLAYED.filter((part) => told(part, current) !== told(part, proposed));
}
