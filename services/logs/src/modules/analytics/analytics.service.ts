import { Injectable } from '@nestjs/common';
import type { UserId } from '@palisade/nest-kit';
import { HOUR_MS, LATENCY_BOUNDS_MS } from '../ingest/roll-ups.rules.ts';
import { threatName } from '../ingest/threats.rules.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { percentage, shares } from '../roll-ups/percentages.rules.ts';
import { type FacetSum, RollUpsRepository } from '../roll-ups/roll-ups.repository.ts';
import { type AnalyticsAnswer, RANGES, type Range, type TimeRange } from './analytics.schema.ts';
import { latencyPercentile } from './latency-percentile.rules.ts';

const TOP = 10;
/** The map of the world wants them all; ISO 3166-1 has 249. */
const EVERY_COUNTRY = 260;
const ALL_CLASSES = 64;
const STEP_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;

/** The hours or days of a range, of which the last is the one that is passing. */
function untilNow(range: Range, nowMs: number): TimeRange {
  const { step, points } = RANGES[range];
  const last = nowMs - (nowMs % STEP_MS[step]);
  return { step, fromMs: last - (points - 1) * STEP_MS[step], points };
}

@Injectable()
export class AnalyticsService {
  constructor(
    private readonly owned: OwnedSitesService,
    private readonly rollUps: RollUpsRepository,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async of(
    userId: UserId,
    domain: string | null,
    period: Range | TimeRange,
    nowMs = Date.now(),
  ): Promise<AnalyticsAnswer> {
    const { numbers } = await this.owned.sitesOf(userId, domain);
    const { step, fromMs, points } = typeof period === 'string' ? untilNow(period, nowMs) : period;
    const series = await this.rollUps.series(numbers, step, points, fromMs);
    const endMs = fromMs + points * STEP_MS[step];
    const toMs = Math.min(endMs, Math.max(nowMs, fromMs));
    const span = { fromMs, toMs: endMs };
    const top = (facet: 'path' | 'address') => this.rollUps.facet(numbers, facet, span, TOP);
    const all = (facet: 'threat' | 'status' | 'latency') =>
      this.rollUps.facet(numbers, facet, span, ALL_CLASSES);
    const [before, countries, paths, addresses, threats, statuses, latencies] = await Promise.all([
      this.rollUps.trafficBefore(numbers, fromMs, endMs - fromMs, toMs - fromMs),
      this.rollUps.facet(numbers, 'country', span, EVERY_COUNTRY),
      top('path'),
      top('address'),
      all('threat'),
      all('status'),
      all('latency'),
    ]);
    const sum = (property: 'requests' | 'blocked' | 'responseBytes') =>
      series.reduce((total, point) => total + point[property], 0);
    const [requests, blocked] = [sum('requests'), sum('blocked')];
    const threatShares = shares(threats.map((threat) => threat.blocked));
    const latencyCounts = countsByClass(latencies);
    return {
      range: typeof period === 'string' ? period : null,
      step,
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      totals: {
        requests,
        blocked,
        allowed: requests - blocked,
        block_rate: percentage(blocked, requests),
        response_bytes: sum('responseBytes'),
      },
      before: before && {
        requests: before.requests,
        blocked: before.blocked,
        response_bytes: before.responseBytes,
      },
      series: series.map((point) => ({
        time: new Date(point.timeMs).toISOString(),
        requests: point.requests,
        blocked: point.blocked,
        response_bytes: point.responseBytes,
      })),
      countries: countries.map(({ value, ...counts }) => ({
        country: value,
        percentage: percentage(counts.requests, requests),
        ...counts,
      })),
      threat_types: threats.map((threat, i) => ({
        threat_type: threatName(Number(threat.value)),
        percentage: threatShares[i]!,
        count: threat.blocked,
      })),
      status_classes: statuses
        .map(({ value, ...counts }) => ({ status_class: value, ...counts }))
        .toSorted((a, b) => (a.status_class < b.status_class ? -1 : 1)),
      paths: paths.map(({ value, ...counts }) => ({ path: value, ...counts })),
      addresses: addresses.map(({ value, ...counts }) => ({ address: value, ...counts })),
      latency: {
        p50: latencyPercentile(latencyCounts, 0.5),
        p90: latencyPercentile(latencyCounts, 0.9),
        p99: latencyPercentile(latencyCounts, 0.99),
      },
    };
  }
}

function countsByClass(sums: readonly FacetSum[]): number[] {
  const counts = Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, () => 0);
  for (const { value, requests } of sums) if (Number(value) in counts) counts[Number(value)] = requests;
  return counts;
}
