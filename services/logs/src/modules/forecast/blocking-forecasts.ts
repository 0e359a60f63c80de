import { Injectable } from '@nestjs/common';
import type { UserId } from '@palisade/nest-kit';
import { Dashboard, threatName } from '../dashboard/dashboard.ts';
import { percentage } from '../dashboard/percentages.ts';
import { RollUpQueries } from '../dashboard/roll-up-queries.ts';
import { HOUR_MS } from '../ingest/roll-ups.ts';
import { likelihoodOf } from './likelihood.ts';
import { type BlockingForecast, FORECAST_HOURS, type ForecastRange } from './schemas.ts';
import { type CauseRow, MOST_COUNTED, MOST_LOOKED_AT, WouldBlockQueries } from './would-block-queries.ts';

/** What a site in log-only mode would have refused, and who would have been refused wrongly. */
@Injectable()
export class BlockingForecasts {
  constructor(
    private readonly dashboard: Dashboard,
    private readonly rollUps: RollUpQueries,
    private readonly wouldBlock: WouldBlockQueries,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async of(
    userId: UserId,
    domain: string,
    range: ForecastRange,
    nowMs = Date.now(),
  ): Promise<BlockingForecast> {
    const { numbers } = await this.dashboard.sitesOf(userId, domain);
    // Whole hours, so that all traffic and what would have been stopped are counted over the same time.
    const fromMs = nowMs - (nowMs % HOUR_MS) - FORECAST_HOURS[range] * HOUR_MS;
    const [traffic, counted, rows] = await Promise.all([
      this.rollUps.trafficSince(numbers, fromMs),
      this.wouldBlock.count(numbers, fromMs),
      this.wouldBlock.causes(numbers, fromMs),
    ]);
    const causes = rows.map(toCause);
    const requests = Math.min(counted, MOST_COUNTED);
    return {
      range,
      from: new Date(fromMs).toISOString(),
      to: new Date(nowMs).toISOString(),
      requests: traffic.requests,
      would_block: {
        requests,
        more: counted > MOST_COUNTED,
        share: percentage(requests, traffic.requests),
      },
      looked_at: Math.min(counted, MOST_LOOKED_AT),
      likely_false: sumOf(causes.filter(({ likelihood }) => likelihood === 'ordinary')),
      threat_types: threatTypes(causes),
      causes,
    };
  }
}

type Cause = BlockingForecast['causes'][number];

function toCause(row: CauseRow): Cause {
  const facts = {
    requests: Number(row.requests),
    addresses: Number(row.addresses),
    answered: Number(row.answered),
  };
  return {
    rule_id: row.rule_id === '0' ? null : Number(row.rule_id),
    message: row.message,
    reason: row.reason,
    threat_type: threatName(row.threat),
    ...facts,
    path: row.path,
    target: row.target ?? '',
    likelihood: likelihoodOf({ ...facts, rulesFired: row.rules_fired ?? 0 }),
    samples: row.samples.map((sample) => ({
      ...sample,
      timestamp: new Date(sample.timestamp).toISOString(),
    })),
  };
}

function threatTypes(causes: readonly Cause[]): BlockingForecast['threat_types'] {
  const byType = new Map<string, Cause[]>();
  for (const cause of causes)
    byType.set(cause.threat_type, [...(byType.get(cause.threat_type) ?? []), cause]);
  return [...byType]
    .map(([threat_type, own]) => ({ threat_type, requests: sumOf(own) }))
    .sort((a, b) => b.requests - a.requests);
}

function sumOf(causes: readonly Cause[]): number {
  return causes.reduce((sum, { requests }) => sum + requests, 0);
}
