import { Injectable } from '@nestjs/common';
import type { UserId } from '@palisade/nest-kit';
import { type FacetBytes, LogStore } from '../log-store/log-store.port.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { OTHER } from '../records/roll-ups.rules.ts';
import { RollUpsRepository } from '../roll-ups/roll-ups.repository.ts';
import type { Range, TimeRange } from './analytics.schema.ts';
import type { BreakdownsAnswer } from './breakdowns.schema.ts';
import { cacheHitRate } from './cache-hit-rate.rules.ts';
import { latencyOf } from './latency-percentile.rules.ts';
import { STEP_MS, stepsOf } from './steps.rules.ts';

const TOP = 10;
/** More than the number of latency classes and cache statuses. */
const ALL = 64;
const FACETS = [
  'cache',
  'csp',
  'originLatency',
  'edgeLatency',
  'rule',
  'agent',
  'bot',
  'method',
  'network',
] as const;

/** Further breakdowns of a period's traffic. */
@Injectable()
export class BreakdownsService {
  constructor(
    private readonly owned: OwnedSitesService,
    private readonly rollUps: RollUpsRepository,
    private readonly store: LogStore,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async of(
    userId: UserId,
    domain: string | null,
    period: Range | TimeRange,
    nowMs = Date.now(),
  ): Promise<BreakdownsAnswer> {
    const { numbers } = await this.owned.sitesOf(userId, domain);
    const steps = stepsOf(period, nowMs);
    const endMs = steps.fromMs + steps.points * STEP_MS[steps.step];
    const span = { fromMs: steps.fromMs, toMs: endMs };
    const [failures, all, bySize] = await Promise.all([
      this.rollUps.failures(numbers, steps),
      this.store.facets.topOfEach(numbers, FACETS, span, ALL),
      this.store.facets.topOfEach(numbers, ['path'], span, TOP, 'response_bytes'),
    ]);
    const sum = (property: 'serverErrors' | 'originRequests' | 'originFailures') =>
      failures.reduce((total, point) => total + point[property], 0);
    return {
      step: steps.step,
      from: new Date(steps.fromMs).toISOString(),
      to: new Date(Math.min(endMs, Math.max(nowMs, steps.fromMs))).toISOString(),
      failures: {
        server_errors: sum('serverErrors'),
        origin_requests: sum('originRequests'),
        origin_failures: sum('originFailures'),
      },
      failure_series: failures.map((point) => ({
        time: new Date(point.timeMs).toISOString(),
        server_errors: point.serverErrors,
        origin_requests: point.originRequests,
        origin_failures: point.originFailures,
      })),
      cache: { hit_rate: cacheHitRate(all.cache), statuses: all.cache.map(facetAnswer) },
      rules: top(numbered(all.rule)).map(({ number: rule, ...rest }) => ({ rule, ...rest })),
      agents: top(all.agent).map(facetAnswer),
      bots: top(all.bot).map(facetAnswer),
      csp: all.csp.map(facetAnswer),
      methods: top(all.method).map(facetAnswer),
      networks: top(numbered(all.network)).map(({ number: network, ...rest }) => ({ network, ...rest })),
      paths: bySize.path.filter(({ responseBytes }) => responseBytes > 0).map(facetAnswer),
      latency: { origin: latencyOf(all.originLatency), edge: latencyOf(all.edgeLatency) },
    };
  }
}

/**
 * Splits "1002 SQL injection" into id and name; a renamed rule counts once, under its more frequent name. "(other)" has
 * neither.
 */
function numbered(sums: readonly FacetBytes[]) {
  const byNumber = new Map<number, { number: number; name: string; requests: number; blocked: number }>();
  for (const { value, requests, blocked } of sums) {
    if (value === OTHER) continue;
    const [first = '', ...words] = value.split(' ');
    const known = byNumber.get(Number(first));
    if (known === undefined) {
      byNumber.set(Number(first), { number: Number(first), name: words.join(' '), requests, blocked });
      continue;
    }
    known.requests += requests;
    known.blocked += blocked;
  }
  return [...byNumber.values()].toSorted((a, b) => b.requests - a.requests);
}

const top = <Sum>(sums: readonly Sum[]) => sums.slice(0, TOP);

const facetAnswer = ({ value, requests, blocked, responseBytes }: FacetBytes) => ({
  value,
  requests,
  blocked,
  response_bytes: responseBytes,
});
