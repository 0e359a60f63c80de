import { type GatedFeature, type PlanSlug, SEED_ENTITLEMENTS } from '@palisade/entitlements';
import type { EntitlementsDto, Plan } from '../../shared/api/types.ts';

type GatedKey = {
  [K in keyof EntitlementsDto]: EntitlementsDto[K] extends boolean ? K : never;
}[keyof EntitlementsDto];

interface FeatureFacts {
  key: GatedKey;
  explanation: string;
}

/** Texts of the upgrade dialogs, for each feature that a plan may lack. */
export const featureFacts: Record<GatedFeature, FeatureFacts> = {
  rateLimiting: {
    key: 'rate_limiting',
    explanation: 'Limits requests per address and minute. Addresses above the limit are blocked for an hour.',
  },
  ddosProtection: {
    key: 'ddos_protection',
    explanation: 'Stops floods of requests and connections before they reach your origin.',
  },
  ipManagement: {
    key: 'ip_management',
    explanation: 'Always allow or block the addresses and networks you list.',
  },
  botProtection: {
    key: 'bot_protection',
    explanation: 'Verifies search engines, blocks known bad bots and challenges clients that look automated.',
  },
  geoBlocking: {
    key: 'geo_blocking',
    explanation: 'Blocks visitors from the countries you choose.',
  },
  edgeCaching: {
    key: 'edge_caching',
    explanation: 'Answers repeated requests from the edge, without contacting your origin.',
  },
  ruleSetChoice: {
    key: 'rule_set_choice',
    explanation:
      'Uses another rule set for a site, such as OWASP CRS, with its paranoia level and threshold.',
  },
};

export type { GatedFeature };

const nothing: EntitlementsDto = {
  max_domains: 0,
  rate_limiting: false,
  max_rate_limit_requests: 0,
  ddos_protection: false,
  ip_management: false,
  bot_protection: false,
  geo_blocking: false,
  edge_caching: false,
  rule_set_choice: false,
  max_custom_rules: 0,
  max_inspected_upload_mb: SEED_ENTITLEMENTS.free.maxInspectedUploadMb,
  max_recorded_requests: 0,
  max_log_streams: 0,
  log_retention_days: SEED_ENTITLEMENTS.free.logRetentionDays,
  bandwidth_bytes: 0,
};

/** The entitlements of the user's plan: from /auth/me, else from the plan list; none without a plan. */
export function resolveEntitlements(
  user: { plan: string; entitlements?: EntitlementsDto } | null,
  plans: readonly Plan[] | undefined,
): EntitlementsDto {
  return user?.entitlements ?? plans?.find(({ slug }) => slug === user?.plan)?.entitlements ?? nothing;
}

/** The cheapest plan of those on sale that has what is asked for. */
export function cheapestPlan(
  plans: readonly Plan[],
  suffices: (entitlements: EntitlementsDto) => boolean,
): Plan | null {
  return [...plans].sort((a, b) => a.price - b.price).find((plan) => suffices(plan.entitlements)) ?? null;
}

/** The cheapest plan that includes a feature, from the plans that are on sale. */
export function minimumPlan(feature: GatedFeature, plans: readonly Plan[]): Plan | null {
  const { key } = featureFacts[feature];
  return cheapestPlan(plans, (entitlements) => entitlements[key]);
}

const ladder: Record<PlanSlug, PlanSlug | null> = {
  free: 'starter',
  starter: 'business',
  business: 'enterprise',
  enterprise: null,
};

/** The next plan up: free→starter, starter→business, business→enterprise. */
export function recommendedUpgrade(slug: string): PlanSlug | null {
  return slug in ladder ? ladder[slug as PlanSlug] : 'starter';
}
