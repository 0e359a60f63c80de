// The four plans as `GET /api/plans` gives them.
import type { Entitlements, Plan } from '../../src/shared/api/openapi.gen.ts';

const entitlements = (
  maxDomains: number | null,
  rate: number | null,
  features: number,
  rules: number | null,
  days: number,
  gigabytes: number | null,
): Entitlements => ({
  max_domains: maxDomains,
  rate_limiting: rate !== 0,
  max_rate_limit_requests: rate,
  ddos_protection: features > 0,
  ip_management: features > 0,
  bot_protection: features > 1,
  geo_blocking: features > 1,
  edge_caching: features > 2,
  rule_set_choice: features > 1,
  max_custom_rules: rules,
  max_inspected_upload_mb: [10, 20, 50, null][features] ?? null,
  max_recorded_requests: [1_000, 10_000, 100_000, 1_000_000][features] ?? null,
  max_log_streams: [0, 1, 5, null][features] ?? null,
  log_retention_days: days,
  bandwidth_bytes: gigabytes === null ? null : gigabytes * 1e9,
});

export const plans: Plan[] = [
  {
    id: 1,
    slug: 'free',
    name: 'Free',
    description: 'For trying Palisade on one small site',
    price: 0,
    currency: 'USD',
    features: [
      '1 domain',
      'Managed WAF rules',
      'Free SSL certificates',
      'Community support',
      '❌ Rate limiting',
      '❌ Bot protection',
    ],
    entitlements: entitlements(1, 0, 0, 5, 7, 5),
  },
  {
    id: 2,
    slug: 'starter',
    name: 'Starter',
    description: 'For small sites that matter',
    price: 29,
    currency: 'USD',
    features: [
      'Up to 2 domains',
      'Rate limiting up to 100 req/min',
      'DDoS protection',
      'IP allow and block lists',
      'Email support within 24 hours',
      '14 days of logs',
      '❌ Bot protection',
      '❌ Geo-blocking',
    ],
    entitlements: entitlements(2, 100, 1, 25, 14, 10),
  },
  {
    id: 3,
    slug: 'business',
    name: 'Business',
    description: 'For shops and growing companies',
    price: 79,
    currency: 'USD',
    features: [
      'Up to 5 domains',
      'Rate limiting up to 500 req/min',
      'Bot protection with challenges',
      'Geo-blocking by country',
      'Priority support within 4 hours',
      '30 days of logs',
      '100 custom rules',
      '❌ Edge caching',
    ],
    entitlements: entitlements(5, 500, 2, 100, 30, 100),
  },
  {
    id: 4,
    slug: 'enterprise',
    name: 'Enterprise',
    description: 'For fleets of sites and strict duties',
    price: 199,
    currency: 'USD',
    features: [
      'Unlimited domains',
      'Unlimited rate limits',
      'Edge caching and global CDN',
      'Bot protection',
      '24/7 phone support',
      '90 days of logs',
      'Dedicated account manager',
    ],
    entitlements: entitlements(null, null, 3, null, 90, null),
  },
];

export type PlanSlug = 'free' | 'starter' | 'business' | 'enterprise';

export function planOf(slug: PlanSlug): Plan {
  const plan = plans.find((one) => one.slug === slug);
  if (!plan) throw new Error(`no plan ${slug}`);
  return plan;
}
