import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../../request/verdict.ts';
import { applyLimitRulesOfHead, type LimitRulesServices } from './limit-rules-phase.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RateLimitsPart } from './site-limits.ts';

export interface RateLimitsServices extends LimitRulesServices {
  limiter: RateLimiter;
}

/** Duration of a ban for exceeding a plain limit, ms (specification: 1 hour). */
const BAN_MS = 60 * 60 * 1000;

type LimitedRequest = RequestContext<Site & RateLimitsPart>;

/**
 * Enforces the site's limit and those of its paths, whose offenders are banned for an hour on all nodes; then the
 * owner's own limits.
 */
export function limitRate(context: LimitedRequest, edge: RateLimitsServices): PhaseResult {
  const { rateLimit, pathRateLimits, limitRules } = context.site!;
  if (rateLimit === null && pathRateLimits.length === 0 && limitRules === null) return null;
  if (context.allowListed || context.skips.rateLimiting) return null;
  // A challenge takes half a dozen requests that the client did not ask for; these have limits of their own.
  if (context.isReserved) return null;
  const plain = limitPlainly(context, edge);
  if (limitRules === null) return plain;
  if (plain === null) return applyLimitRulesOfHead(context, edge, limitRules);
  return plain instanceof Promise
    ? plain.then((verdict) => verdict ?? applyLimitRulesOfHead(context, edge, limitRules))
    : plain;
}

function limitPlainly(context: LimitedRequest, edge: RateLimitsServices): PhaseResult {
  const { rateLimit, pathRateLimits } = context.site!;
  const over =
    rateLimit === null ? false : edge.limiter.over(rateLimit, context.client.key, context.receivedAtMs);
  if (over === true) return refuse(context, edge, 'rate_limit');
  const byPath = pathRateLimits.length === 0 ? null : limitPaths(context, edge);
  if (over === false) return byPath;
  return over.then((isOver) => (isOver ? refuse(context, edge, 'rate_limit') : byPath));
}

function limitPaths(context: LimitedRequest, edge: RateLimitsServices): PhaseResult {
  const asked: Promise<boolean>[] = [];
  for (const pathLimit of context.site!.pathRateLimits) {
    if (!pathLimit.paths.catches(context.head.target)) continue;
    const over = edge.limiter.over(pathLimit, context.client.key, context.receivedAtMs);
    if (over === true) return refuse(context, edge, 'path_rate_limit');
    if (over !== false) asked.push(over);
  }
  if (asked.length === 0) return null;
  return Promise.all(asked).then((answers) =>
    answers.includes(true) ? refuse(context, edge, 'path_rate_limit') : null,
  );
}

function refuse(
  context: LimitedRequest,
  edge: RateLimitsServices,
  reason: 'rate_limit' | 'path_rate_limit',
): Verdict | null {
  const site = context.site!;
  if (site.mode !== 'On') {
    context.wouldRefuse(reason);
    return null;
  }
  const until = edge.bans.ban(site.siteId, context.client.key, context.receivedAtMs, reason, BAN_MS);
  return {
    status: 429,
    action: EdgeAction.RATE_LIMIT,
    reason,
    headers: ['Retry-After', String((until - context.receivedAtMs) / 1_000)],
  };
}
