/** Ids and slugs of the plans that every installation starts with. */
export const PLAN_SLUGS = ['free', 'starter', 'business', 'enterprise'] as const;
export type PlanSlug = (typeof PLAN_SLUGS)[number];

/**
 * What a plan includes. `null` as a limit means unlimited.
 * The effective values are in billing's database, where an administrator can edit them; these are the types and the
 * seeds.
 */
export interface Entitlements {
  maxDomains: number | null;
  rateLimiting: boolean;
  /** The highest `rate_limit_requests` an owner may set, per client address and minute. */
  maxRateLimitRequests: number | null;
  ddosProtection: boolean;
  ipManagement: boolean;
  botProtection: boolean;
  geoBlocking: boolean;
  edgeCaching: boolean;
  /** Sites may run a rule release that the operator has installed, such as OWASP CRS. */
  ruleSetChoice: boolean;
  maxCustomRules: number | null;
  /** Maximum inspected MiB of an upload that an owner may set; a tenth of it for other bodies. */
  maxInspectedUploadMb: number | null;
  /** Requests of a site that are kept for replays, the newest; 0: none. */
  maxRecordedRequests: number | null;
  /** Log streams of an account, of all its sites together. */
  maxLogStreams: number | null;
  logRetentionDays: number;
  /** Per calendar month; metered and warned about, never cut. */
  bandwidthBytes: number | null;
}

/** Features that a switch in the dashboard turns on, and that a plan may lack. */
export const GATED_FEATURES = [
  'rateLimiting',
  'ddosProtection',
  'ipManagement',
  'botProtection',
  'geoBlocking',
  'edgeCaching',
  'ruleSetChoice',
] as const satisfies readonly (keyof Entitlements)[];
export type GatedFeature = (typeof GATED_FEATURES)[number];

const GB = 1_000_000_000;

export const SEED_ENTITLEMENTS: Readonly<Record<PlanSlug, Readonly<Entitlements>>> = {
  free: {
    maxDomains: 1,
    rateLimiting: false,
    maxRateLimitRequests: 0,
    ddosProtection: false,
    ipManagement: false,
    botProtection: false,
    geoBlocking: false,
    edgeCaching: false,
    ruleSetChoice: false,
    maxCustomRules: 5,
    maxInspectedUploadMb: 10,
    maxRecordedRequests: 1_000,
    maxLogStreams: 0,
    logRetentionDays: 7,
    bandwidthBytes: 5 * GB,
  },
  starter: {
    maxDomains: 2,
    rateLimiting: true,
    maxRateLimitRequests: 100,
    ddosProtection: true,
    ipManagement: true,
    botProtection: false,
    geoBlocking: false,
    edgeCaching: false,
    ruleSetChoice: false,
    maxCustomRules: 25,
    maxInspectedUploadMb: 20,
    maxRecordedRequests: 10_000,
    maxLogStreams: 1,
    logRetentionDays: 14,
    bandwidthBytes: 10 * GB,
  },
  business: {
    maxDomains: 5,
    rateLimiting: true,
    maxRateLimitRequests: 500,
    ddosProtection: true,
    ipManagement: true,
    botProtection: true,
    geoBlocking: true,
    edgeCaching: false,
    ruleSetChoice: true,
    maxCustomRules: 100,
    maxInspectedUploadMb: 50,
    maxRecordedRequests: 100_000,
    maxLogStreams: 5,
    logRetentionDays: 30,
    bandwidthBytes: 100 * GB,
  },
  enterprise: {
    maxDomains: null,
    rateLimiting: true,
    maxRateLimitRequests: null,
    ddosProtection: true,
    ipManagement: true,
    botProtection: true,
    geoBlocking: true,
    edgeCaching: true,
    ruleSetChoice: true,
    maxCustomRules: null,
    maxInspectedUploadMb: null,
    maxRecordedRequests: 1_000_000,
    maxLogStreams: null,
    logRetentionDays: 90,
    bandwidthBytes: null,
  },
};

/** The cheapest plan, in the order given, that includes a feature; `null` if none does. */
export function minimumPlanFor(
  feature: GatedFeature,
  plansByPrice: readonly { slug: string; entitlements: Entitlements }[],
): string | null {
  return plansByPrice.find((plan) => plan.entitlements[feature])?.slug ?? null;
}

/** The name of a feature as screens and messages call it. */
export const FEATURE_NAMES: Readonly<Record<GatedFeature, string>> = {
  rateLimiting: 'Rate limiting',
  ddosProtection: 'DDoS protection',
  ipManagement: 'IP management',
  botProtection: 'Bot protection',
  geoBlocking: 'Geo-blocking',
  edgeCaching: 'Edge caching',
  ruleSetChoice: 'A choice of rule sets',
};

const seededPlans = PLAN_SLUGS.map((slug) => ({ slug, entitlements: SEED_ENTITLEMENTS[slug] }));

/** "the Business": the cheapest plan that every installation starts with and that includes a feature. */
export function cheapestPlanWith(feature: GatedFeature): string {
  const slug = minimumPlanFor(feature, seededPlans);
  return slug === null ? 'a higher' : `the ${slug.charAt(0).toUpperCase()}${slug.slice(1)}`;
}

export const upgradeText = (feature: GatedFeature): string =>
  `Upgrade required: ${FEATURE_NAMES[feature]} is available from ${cheapestPlanWith(feature)} plan.`;
