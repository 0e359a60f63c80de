import type { Feature } from '../../request/feature.ts';
import { compileLimitRules } from './compile-limit-rules.ts';
import { withoutChallenges } from './limit-rule.ts';
import { countEnded, LIMIT_RULES_COUNTERS } from './limit-rules-phase.ts';
import { limitRate, type RateLimitsServices } from './rate-limits-phase.ts';
import { pathRateLimitOf, type RateLimitsPart, WINDOW_MS } from './site-limits.ts';

const NO_LIMITS: RateLimitsPart = { rateLimit: null, pathRateLimits: [], limitRules: null };

export const rateLimits = {
  name: 'rate-limits',
  killSwitches: ['rate_limits'],
  compile: ({ config: { siteId }, settings, isOn }): RateLimitsPart => {
    if (!isOn) return NO_LIMITS;
    const requests = settings.enable_rate_limiting ? settings.rate_limit_requests : 0;
    return {
      rateLimit: requests === 0 ? null : Object.freeze({ scope: siteId, requests, windowMs: WINDOW_MS }),
      pathRateLimits: settings.path_rate_limits.map((limit) => pathRateLimitOf(siteId, limit)),
      limitRules: compileLimitRules(siteId, settings.rate_limit_rules, settings.inspected_body_kb * 1_024),
    };
  },
  withSwitchesOff: (part, off) => {
    if (off.has('rate_limits')) return NO_LIMITS;
    // Without bot protection nobody could solve a challenge.
    return off.has('bots') ? { ...part, limitRules: withoutChallenges(part.limitRules) } : part;
  },
  mayChallenge: ({ limitRules }) => limitRules?.challenges === true,
  bodyFields: ({ limitRules }) => limitRules?.asked.body ?? null,
  counters: LIMIT_RULES_COUNTERS,
  phase: limitRate,
  ended: countEnded,
} as const satisfies Feature<RateLimitsPart, RateLimitsServices>;
