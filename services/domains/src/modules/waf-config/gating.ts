import {
  type Entitlements,
  type GatedFeature,
  minimumPlanFor,
  PLAN_SLUGS,
  SEED_ENTITLEMENTS,
} from '@palisade/entitlements';
import { DomainError, type FieldError } from '@palisade/nest-kit';
import type { CustomRule } from './custom-rules.schema.ts';
import { byId, without } from './list-entries.ts';
import type { PolicyConfig } from './waf-config.schema.ts';

/** The name of a feature as the screens call it, and the policy field that switches it on. */
const FEATURES = {
  rateLimiting: { name: 'Rate limiting', field: 'enable_rate_limiting' },
  ddosProtection: { name: 'DDoS protection', field: 'enable_ddos_protection' },
  ipManagement: { name: 'IP management', field: 'blocked_ips' },
  botProtection: { name: 'Bot protection', field: 'enable_bot_protection' },
  geoBlocking: { name: 'Geo-blocking', field: 'enable_geo_blocking' },
  edgeCaching: { name: 'Edge caching', field: 'enable_caching' },
} as const satisfies Record<GatedFeature, { name: string; field: keyof PolicyConfig }>;

const seededPlans = PLAN_SLUGS.map((slug) => ({ slug, entitlements: SEED_ENTITLEMENTS[slug] }));

/**
 * Refuses what the plan lacks if this change switches it on. What was on before stays stored (after a downgrade) and
 * simply does not apply, so that an unrelated save is never refused.
 * @throws DomainError `upgrade_required`
 */
export function refuseBeyondPlan(stored: PolicyConfig, wanted: PolicyConfig, plan: Entitlements): void {
  const problems: FieldError[] = [
    ...lackingFeatures(stored, wanted, plan),
    ...rateLimitBeyond(stored, wanted, plan),
    ...challengesBeyond(stored.custom_rules, wanted.custom_rules, plan),
    ...customRulesBeyond(stored.custom_rules, wanted.custom_rules, plan),
  ];
  if (problems.length > 0) {
    throw new DomainError('payment_required', 'upgrade_required', problems.map((p) => p.message).join(' '), {
      fields: problems,
    });
  }
}

function lackingFeatures(stored: PolicyConfig, wanted: PolicyConfig, plan: Entitlements): FieldError[] {
  return (Object.keys(FEATURES) as GatedFeature[])
    .filter((feature) => !plan[feature] && switchesOn(feature, stored, wanted))
    .map((feature) => ({
      path: `policyConfig.${FEATURES[feature].field}`,
      message: upgradeText(feature),
    }));
}

function switchesOn(feature: GatedFeature, stored: PolicyConfig, wanted: PolicyConfig): boolean {
  if (feature === 'rateLimiting' && adds(stored.path_rate_limits, wanted.path_rate_limits)) return true;
  if (feature === 'ipManagement') {
    return adds(stored.allowed_ips, wanted.allowed_ips) || adds(stored.blocked_ips, wanted.blocked_ips);
  }
  const { field } = FEATURES[feature];
  return wanted[field] === true && stored[field] !== true;
}

const adds = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  without(after, before).length > 0;

function rateLimitBeyond(stored: PolicyConfig, wanted: PolicyConfig, plan: Entitlements): FieldError[] {
  const highest = plan.maxRateLimitRequests;
  if (!plan.rateLimiting || highest === null || !wanted.enable_rate_limiting) return [];
  const unchanged = stored.enable_rate_limiting && stored.rate_limit_requests === wanted.rate_limit_requests;
  if (unchanged || wanted.rate_limit_requests <= highest) return [];
  const message = `Upgrade required: your plan allows a rate limit of up to ${highest} requests per minute.`;
  return [{ path: 'policyConfig.rate_limit_requests', message }];
}

/** Too many are refused only where one is switched on: fewer of too many, or others of them, can always be saved. */
function customRulesBeyond(
  stored: readonly CustomRule[],
  wanted: readonly CustomRule[],
  plan: Entitlements,
): FieldError[] {
  const most = plan.maxCustomRules;
  if (most === null || wanted.filter(({ enabled }) => enabled).length <= most) return [];
  const before = byId(stored);
  if (!wanted.some(({ id, enabled }) => enabled && before.get(id)?.enabled !== true)) return [];
  const rules = most === 1 ? '1 custom rule' : `${most} custom rules`;
  const message = `Upgrade required: your plan includes ${rules} for each domain. Upgrade your plan, or switch another rule off.`;
  return [{ path: 'policyConfig.custom_rules', message }];
}

function challengesBeyond(
  stored: readonly CustomRule[],
  wanted: readonly CustomRule[],
  plan: Entitlements,
): FieldError[] {
  if (plan.botProtection) return [];
  const before = byId(stored);
  return wanted.flatMap((rule, index) => {
    const known = before.get(rule.id);
    if (!challenges(rule) || (known !== undefined && challenges(known))) return [];
    const message = `Upgrade required: Custom rules that challenge are available from ${cheapestPlanWith('botProtection')} plan.`;
    return [{ path: `policyConfig.custom_rules.${index}.action`, message }];
  });
}

const challenges = ({ enabled, action }: CustomRule): boolean => enabled && action === 'challenge';

export function upgradeText(feature: GatedFeature): string {
  return `Upgrade required: ${FEATURES[feature].name} is available from ${cheapestPlanWith(feature)} plan.`;
}

function cheapestPlanWith(feature: GatedFeature): string {
  const slug = minimumPlanFor(feature, seededPlans);
  return slug === null ? 'a higher' : `the ${slug.charAt(0).toUpperCase()}${slug.slice(1)}`;
}

/** The text for one domain more than the plan includes. */
export function domainLimitReached(planName: string, limit: number): DomainError {
  const included = limit === 1 ? '1 domain' : `${limit} domains`;
  return new DomainError(
    'payment_required',
    'upgrade_required',
    `Upgrade required: your ${planName} plan includes ${included}. Upgrade your plan to protect more.`,
  );
}

/** The part of a policy that takes effect under a plan. */
export function effectivePolicy(policy: PolicyConfig, plan: Entitlements): PolicyConfig {
  const limit = plan.maxRateLimitRequests;
  return {
    ...policy,
    path_rate_limits: plan.rateLimiting ? policy.path_rate_limits : [],
    enable_rate_limiting: policy.enable_rate_limiting && plan.rateLimiting,
    rate_limit_requests:
      limit === null ? policy.rate_limit_requests : Math.min(policy.rate_limit_requests, Math.max(limit, 1)),
    enable_ddos_protection: policy.enable_ddos_protection && plan.ddosProtection,
    enable_bot_protection: policy.enable_bot_protection && plan.botProtection,
    enable_geo_blocking: policy.enable_geo_blocking && plan.geoBlocking,
    enable_caching: policy.enable_caching && plan.edgeCaching,
    allowed_ips: plan.ipManagement ? policy.allowed_ips : [],
    blocked_ips: plan.ipManagement ? policy.blocked_ips : [],
    custom_rules: policy.custom_rules
      .filter(({ enabled, action }) => enabled && (action !== 'challenge' || plan.botProtection))
      .slice(0, plan.maxCustomRules ?? undefined),
  };
}
