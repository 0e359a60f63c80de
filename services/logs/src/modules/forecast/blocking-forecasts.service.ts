import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '@palisade/basics';
import type { UserId } from '@palisade/nest-kit';
import { LogStore, type WouldBlockCause } from '../log-store/log-store.port.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { threatName } from '../records/threats.rules.ts';
import { percentage } from '../roll-ups/percentages.rules.ts';
import { RollUpsRepository } from '../roll-ups/roll-ups.repository.ts';
import { type BlockingForecast, FORECAST_HOURS, type ForecastRange } from './forecast.schema.ts';
import { likelihoodOf } from './likelihood.rules.ts';

/** Beyond this number an owner needs no exact count, and the index is read no further. */
const MAX_COUNTED = 200_000;
/** The newest requests are used to determine the causes. */
const MAX_EXAMINED_REQUESTS = 5_000;

/** What a site in log-only mode would have refused, and how likely each refusal would have been wrong. */
@Injectable()
export class BlockingForecastsService {
  constructor(
    private readonly owned: OwnedSitesService,
    private readonly rollUps: RollUpsRepository,
    private readonly store: LogStore,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async of(
    userId: UserId,
    domain: string,
    range: ForecastRange,
    nowMs = Date.now(),
  ): Promise<BlockingForecast> {
    const { numbers } = await this.owned.sitesOf(userId, domain);
    // Whole hours, so that all traffic and forecast refusals are counted over the same time.
    const fromMs = nowMs - (nowMs % HOUR_MS) - FORECAST_HOURS[range] * HOUR_MS;
    const [traffic, counted, rows] = await Promise.all([
      this.rollUps.trafficSince(numbers, fromMs),
      this.store.aggregates.countWouldBlock(numbers, fromMs, MAX_COUNTED),
      this.store.aggregates.wouldBlockCauses(numbers, fromMs, MAX_EXAMINED_REQUESTS),
    ]);
    const causes = rows.map(toCause);
    const requests = Math.min(counted, MAX_COUNTED);
    return {
      range,
      from: new Date(fromMs).toISOString(),
      to: new Date(nowMs).toISOString(),
      requests: traffic.requests,
      would_block: {
        requests,
        more: counted > MAX_COUNTED,
        share: percentage(requests, traffic.requests),
      },
      looked_at: Math.min(counted, MAX_EXAMINED_REQUESTS),
      likely_false: sumOf(causes.filter(({ likelihood }) => likelihood === 'ordinary')),
      threat_types: threatTypes(causes),
      causes,
    };
  }
}

type Cause = BlockingForecast['causes'][number];

function toCause(cause: WouldBlockCause): Cause {
  const { requests, addresses, answered } = cause;
  const figures = { requests, addresses, answered };
  return {
    rule_id: cause.ruleId === 0 ? null : cause.ruleId,
    message: cause.message,
    reason: cause.reason,
    threat_type: threatName(cause.threat),
    ...figures,
    path: cause.path,
    target: cause.target ?? '',
    likelihood: likelihoodOf({ ...figures, rulesFired: cause.rulesFired ?? 0 }),
    samples: cause.samples.map((sample) => ({
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
