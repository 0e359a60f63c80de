import { type Entitlements, type PlanSlug, SEED_ENTITLEMENTS } from '@palisade/entitlements';

export interface PlanSeed {
  id: number;
  slug: PlanSlug;
  name: string;
  priceCents: number;
  description: string;
  /** Lines with placeholders, see plan-lines.ts: what states a limit is derived from the entitlements. */
  features: string[];
  entitlements: Readonly<Entitlements>;
}

/** The plans that every installation starts with. Ids and prices are part of the product's description. */
export const PLAN_SEEDS: readonly PlanSeed[] = [
  {
    id: 1,
    slug: 'free',
    name: 'Free',
    priceCents: 0,
    description: 'Basic protection for one website',
    features: [
      '✓ Basic WAF with managed rules',
      '{domains}',
      '{bandwidth}',
      '{log_retention}',
      '{custom_rules}',
      '✓ Community support',
      '{rate_limiting}',
      '{bot_protection}',
      '{geo_blocking}',
    ],
    entitlements: SEED_ENTITLEMENTS.free,
  },
  {
    id: 2,
    slug: 'starter',
    name: 'Starter',
    priceCents: 29_00,
    description: 'For small sites that need more than the basics',
    features: [
      '✓ Managed rules with log-only mode',
      '{domains}',
      '{rate_limiting}',
      '{ddos_protection} up to 10 Gbps',
      '{ip_management}',
      '{bandwidth}',
      '{log_retention}',
      '{custom_rules}',
      '✓ Email support within 24 hours',
      '{bot_protection}',
      '{geo_blocking}',
    ],
    entitlements: SEED_ENTITLEMENTS.starter,
  },
  {
    id: 3,
    slug: 'business',
    name: 'Business',
    priceCents: 79_00,
    description: 'For growing companies with several sites',
    features: [
      '{rule_set_choice}',
      '{domains}',
      '{bot_protection}',
      '{geo_blocking}',
      '{rate_limiting}',
      '{ddos_protection} up to 50 Gbps',
      '{ip_management}',
      '{bandwidth}',
      '{log_retention}',
      '{custom_rules}',
      '✓ Priority support within 4 hours',
      '{edge_caching}',
    ],
    entitlements: SEED_ENTITLEMENTS.business,
  },
  {
    id: 4,
    slug: 'enterprise',
    name: 'Enterprise',
    priceCents: 199_00,
    description: 'Everything, without limits',
    features: [
      '{custom_rules}',
      '{domains}',
      '{edge_caching}',
      '{rate_limiting}',
      '{ddos_protection} of 100+ Gbps',
      '{bot_protection}',
      '{geo_blocking}',
      '{ip_management}',
      '{bandwidth}',
      '{log_retention}',
      '{rule_set_choice}',
      '✓ 24/7 phone support',
      '✓ Dedicated account manager',
    ],
    entitlements: SEED_ENTITLEMENTS.enterprise,
  },
];
