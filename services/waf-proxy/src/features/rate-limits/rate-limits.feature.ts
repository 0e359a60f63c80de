import type { Feature } from '../../request/feature.ts';
import { limitRate, type RateLimitsServices } from './rate-limits-phase.ts';
import { pathRateLimitOf, type RateLimitsPart, WINDOW_MS } from './site-limits.ts';

const NO_LIMITS: RateLimitsPart = { rateLimit: null, pathRateLimits: [] };

export const rateLimits = {
  name: 'rate-limits',
  killSwitches: ['rate_limits'],
  compile: ({ config: { siteId }, settings, isOn }): RateLimitsPart => {
    if (!isOn) return NO_LIMITS;
    const requests = settings.enable_rate_limiting ? settings.rate_limit_requests : 0;
    return {
      rateLimit: requests === 0 ? null : Object.freeze({ scope: siteId, requests, windowMs: WINDOW_MS }),
      pathRateLimits: settings.path_rate_limits.map((limit) => pathRateLimitOf(siteId, limit)),
    };
  },
  withSwitchesOff: (part, off) => (off.has('rate_limits') ? NO_LIMITS : part),
  counters: {},
  phase: limitRate,
} as const satisfies Feature<RateLimitsPart, RateLimitsServices>;
