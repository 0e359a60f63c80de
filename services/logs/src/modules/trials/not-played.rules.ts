import { toJson } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';

/** Parts of a policy whose effect depends on what else comes, and when: a trial cannot show what a change of them does. */
export const NOT_PLAYED = ['rate_limits', 'ddos_protection', 'upload_scanning'] as const;
export type NotPlayed = (typeof NOT_PLAYED)[number];

const PARTS: Readonly<Record<NotPlayed, (policy: edgeV1.Policy) => unknown>> = {
  rate_limits: ({ rateLimiting, rateLimitRequests, pathRateLimits, rateLimitRules }) => [
    rateLimiting,
    rateLimitRequests,
    pathRateLimits.map(({ pathPrefix, requests, windowSeconds }) => [pathPrefix, requests, windowSeconds]),
    rateLimitRules.map((rule) => toJson(edgeV1.RateLimitRuleSchema, rule)),
  ],
  ddos_protection: ({ ddosProtectionLevel }) => ddosProtectionLevel,
  upload_scanning: ({ uploadScan }) => uploadScan && [uploadScan.onScannerFailure, uploadScan.overLimit],
};

/** Those of them that a change is about. */
export function notPlayed(current: edgeV1.Policy, proposed: edgeV1.Policy): NotPlayed[] {
  return NOT_PLAYED.filter(
    (part) => JSON.stringify(PARTS[part](current)) !== JSON.stringify(PARTS[part](proposed)),
  );
}
