import type { Entitlements } from '@palisade/entitlements';
import * as z from 'zod/mini';
import { field, rangeMessage, toggle, whole, wholeNumber } from '../model/field.ts';
import { group, type Refusal } from '../model/group.ts';
import { without } from '../model/list-entries.ts';
import { pathSchema } from '../model/paths.ts';
import {
  rateLimitRulesBeyondPlan,
  rateLimitRulesField,
  rateLimitRulesUnderPlan,
} from './rate-limit-rules.ts';

export const PATH_RATE_LIMITS = {
  count: 20,
  requests: { min: 1, max: 10_000_000 },
  windowSeconds: { min: 1, max: 3_600 },
} as const;
export const RATE_LIMIT_INVALID = 'Rate limit must be a whole number of at least 1';

const pathRateLimitSchema = z
  .object({
    path_prefix: pathSchema,
    requests: wholeNumber(PATH_RATE_LIMITS.requests, rangeMessage('Requests', PATH_RATE_LIMITS.requests)),
    window_seconds: wholeNumber(
      PATH_RATE_LIMITS.windowSeconds,
      rangeMessage('Seconds', PATH_RATE_LIMITS.windowSeconds),
    ),
  })
  .register(z.globalRegistry, { id: 'PathRateLimit' });
export type PathRateLimit = z.infer<typeof pathRateLimitSchema>;

export const rateLimits = group({
  section: 'policyConfig',
  killSwitch: 'rate_limits',
  fields: {
    enable_rate_limiting: toggle({ label: 'Rate Limiting', default: false, wire: 'policy.rateLimiting' }),
    /** Per client address and minute. */
    rate_limit_requests: whole({
      label: 'Requests per minute',
      default: 100,
      limits: { min: 1, max: 10_000_000 },
      message: RATE_LIMIT_INVALID,
      wire: 'policy.rateLimitRequests',
      // None, where rate limiting is off.
      wireMin: 0,
    }),
    /** In addition to `rate_limit_requests`; each counts separately, per client address. */
    path_rate_limits: field<PathRateLimit[]>({
      label: 'Limits for individual paths',
      default: [],
      schema: z
        .array(pathRateLimitSchema)
        .check(
          z.maxLength(
            PATH_RATE_LIMITS.count,
            `At most ${PATH_RATE_LIMITS.count} limits for individual paths`,
          ),
        ),
      wire: null,
    }),
    /** Limits with a key, a count and an action of your choice; at most as many as the custom rules of your plan. */
    rate_limit_rules: rateLimitRulesField,
  },
  gate: {
    feature: 'rateLimiting',
    field: 'enable_rate_limiting',
    switchesOn: (stored, wanted) =>
      without(wanted.path_rate_limits, stored.path_rate_limits).length > 0 ||
      (wanted.enable_rate_limiting && !stored.enable_rate_limiting),
  },
  underPlan: (values, plan) => ({
    enable_rate_limiting: values.enable_rate_limiting && plan.rateLimiting,
    rate_limit_requests: Math.min(
      values.rate_limit_requests,
      Math.max(plan.maxRateLimitRequests ?? Number.POSITIVE_INFINITY, 1),
    ),
    path_rate_limits: plan.rateLimiting ? values.path_rate_limits : [],
    rate_limit_rules: rateLimitRulesUnderPlan(values.rate_limit_rules, plan),
  }),
  beyondPlan: (stored, wanted, plan) => [
    ...tooHigh(stored, wanted, plan),
    ...rateLimitRulesBeyondPlan(stored, wanted, plan),
  ],
});

interface Limit {
  enable_rate_limiting: boolean;
  rate_limit_requests: number;
}

function tooHigh(stored: Limit, wanted: Limit, plan: Entitlements): Refusal[] {
  const highest = plan.maxRateLimitRequests;
  if (!plan.rateLimiting || highest === null || !wanted.enable_rate_limiting) return [];
  const unchanged = stored.enable_rate_limiting && stored.rate_limit_requests === wanted.rate_limit_requests;
  if (unchanged || wanted.rate_limit_requests <= highest) return [];
  const message = `Upgrade required: your plan allows a rate limit of up to ${highest} requests per minute.`;
  return [{ path: 'rate_limit_requests', message }];
}
