import { Injectable } from '@nestjs/common';
import type { UserId } from '@palisade/nest-kit';
import { type FacetSum, LogStore } from '../log-store/log-store.port.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { threatName } from '../records/threats.rules.ts';
import { percentage, shares } from '../roll-ups/percentages.rules.ts';
import { RollUpsRepository } from '../roll-ups/roll-ups.repository.ts';
import type { AnalyticsAnswer, Range, TimeRange } from './analytics.schema.ts';
import { latencyOf } from './latency-percentile.rules.ts';
import { STEP_MS, stepsOf } from './steps.rules.ts';

const TOP = 10;
/** The world map shows all; ISO 3166-1 has 249. */
const EVERY_COUNTRY = 260;

const withoutBytes = ({ value, requests, blocked }: FacetSum): FacetSum => ({ value, requests, blocked });

@Injectable()
export class AnalyticsService {
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
  ): Promise<AnalyticsAnswer> {
    const { numbers } = await this.owned.sitesOf(userId, domain);
    const { step, fromMs, points } = stepsOf(period, nowMs);
    const series = await this.rollUps.series(numbers, step, points, fromMs);
    const endMs = fromMs + points * STEP_MS[step];
    const toMs = Math.min(endMs, Math.max(nowMs, fromMs));
    const span = { fromMs, toMs: endMs };
    const top = (facet: 'path' | 'address') => this.store.facets.top(numbers, facet, span, TOP);
    const [before, few, paths, addresses] = await Promise.all([
      this.rollUps.trafficBefore(numbers, fromMs, endMs - fromMs, toMs - fromMs),
      // These have few values each, so one query reads all. Paths and addresses are most of the counts, and are queried
      // separately.
      this.store.facets.topOfEach(numbers, ['country', 'threat', 'status', 'latency'], span, EVERY_COUNTRY),
      top('path'),
      top('address'),
    ]);
    const sum = (property: 'requests' | 'blocked' | 'responseBytes') =>
      series.reduce((total, point) => total + point[property], 0);
    const [requests, blocked] = [sum('requests'), sum('blocked')];
    const threatShares = shares(few.threat.map((threat) => threat.blocked));
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
      countries: few.country.map(withoutBytes).map(({ value, ...counts }) => ({
        country: value,
        percentage: percentage(counts.requests, requests),
        ...counts,
      })),
      threat_types: few.threat.map((threat, i) => ({
        threat_type: threatName(Number(threat.value)),
        percentage: threatShares[i]!,
        count: threat.blocked,
      })),
      status_classes: few.status
        .map(withoutBytes)
        .map(({ value, ...counts }) => ({ status_class: value, ...counts }))
        .toSorted((a, b) => (a.status_class < b.status_class ? -1 : 1)),
      paths: paths.map(({ value, ...counts }) => ({ path: value, ...counts })),
      addresses: addresses.map(({ value, ...counts }) => ({ address: value, ...counts })),
      latency: latencyOf(few.latency),
    };
  }
}
