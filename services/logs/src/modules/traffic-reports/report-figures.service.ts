import { Injectable } from '@nestjs/common';
import { DAY_MS } from '@palisade/basics';
import { DataSource } from 'typeorm';
import { cacheHitRate } from '../analytics/cache-hit-rate.rules.ts';
import { LogStore, type Span } from '../log-store/log-store.port.ts';
import type { OwnedSites } from '../ownership/owned-sites.service.ts';
import { FACETS_KEPT_DAYS } from '../records/kept.rules.ts';
import { OTHER } from '../records/roll-ups.rules.ts';
import { THREAT_CODES, THREATS, threatName, threatOfCode } from '../records/threats.rules.ts';
import { percentage } from '../roll-ups/percentages.rules.ts';
import { type FailurePoint, RollUpsRepository, type TrafficPoint } from '../roll-ups/roll-ups.repository.ts';
import { uptimePercent } from '../status-pages/standing.rules.ts';
import { changeSentence, type PeriodSums, scaled } from './change-sentence.rules.ts';
import type { CountedValue, ReportDay, ReportFigures } from './report-figures.types.ts';
import { dayText, type ReportPeriod, spanBefore } from './report-period.rules.ts';

const TOP = 8;
const ALL_SITES = 'All sites';

interface UptimeDay {
  day: string;
  observed: string;
  down: string;
}

/** Content of a report, from hourly and daily sums; no records are read. */
@Injectable()
export class ReportFiguresService {
  constructor(
    private readonly database: DataSource,
    private readonly rollUps: RollUpsRepository,
    private readonly store: LogStore,
  ) {}

  /** @param site the site of the report; null: all of them together */
  async of(
    { numbers, nameOf }: Pick<OwnedSites, 'numbers' | 'nameOf'>,
    site: string | null,
    period: ReportPeriod,
    span: Span,
    nowMs = Date.now(),
  ): Promise<ReportFigures> {
    const steps = { step: 'day', fromMs: span.fromMs, points: (span.toMs - span.fromMs) / DAY_MS } as const;
    const isWithoutValues = span.fromMs < nowMs - FACETS_KEPT_DAYS * DAY_MS;
    const [series, failures, before, values, cacheDays, uptimes, sites] = await Promise.all([
      this.rollUps.series(numbers, 'day', steps.points, span.fromMs),
      this.rollUps.failures(numbers, steps),
      this.before(numbers, period, span),
      this.store.facets.topOfEach(numbers, ['threat', 'country', 'path'], span, THREAT_CODES),
      this.cacheByDay(numbers, span),
      this.uptimeDays(numbers, span),
      site === null ? this.sites(numbers, nameOf, span) : [],
    ]);
    const totals = sumsOf(series, failures);
    const classes = values.threat
      .filter(({ value, blocked }) => blocked > 0 && THREATS[threatOfCode(Number(value))].severity !== 'SAFE')
      .toSorted((a, b) => b.blocked - a.blocked)
      .map(({ value, ...counts }) => counted(threatName(Number(value)), counts));
    const uptimeByDay = new Map(uptimes.map((row) => [row.day, row]));
    return {
      period,
      firstDay: dayText(span.fromMs),
      lastDay: dayText(span.toMs - DAY_MS),
      title: site ?? ALL_SITES,
      sentence: changeSentence({
        period,
        now: totals,
        ...before,
        // The most frequent class cannot be determined from part of the data.
        topThreat: isWithoutValues ? '' : (classes[0]?.name ?? ''),
      }),
      totals: {
        ...totals,
        responseBytes: sum(series.map(({ responseBytes }) => responseBytes)),
        cacheHits: cacheHitRate([...cacheDays.values()].flat()),
        uptime: uptimePercent(
          sum(uptimes.map(({ observed }) => Number(observed))),
          sum(uptimes.map(({ down }) => Number(down))),
        ),
      },
      before: before.before && scaled(before.before, before.longer),
      days: series.map((point, i) =>
        dayOf(point, failures[i], cacheDays.get(point.timeMs) ?? [], uptimeByDay.get(dayText(point.timeMs))),
      ),
      classes: classes.slice(0, TOP),
      countries: named(values.country, countryName),
      paths: named(values.path, (path) => path),
      sites,
      isWithoutValues,
    };
  }

  /**
   * The preceding period, null where these sites' traffic does not reach back to its beginning, and the ratio of the
   * lengths.
   */
  private async before(
    siteNos: readonly number[],
    period: ReportPeriod,
    span: Span,
  ): Promise<{ before: PeriodSums | null; longer: number }> {
    const past = spanBefore(period, span);
    const lengthMs = past.toMs - past.fromMs;
    const steps = { step: 'day', fromMs: past.fromMs, points: lengthMs / DAY_MS } as const;
    const [traffic, failures] = await Promise.all([
      this.rollUps.trafficBefore(siteNos, span.fromMs, lengthMs),
      this.rollUps.failures(siteNos, steps),
    ]);
    return {
      before: traffic && { ...traffic, ...failureSums(failures) },
      longer: (span.toMs - span.fromMs) / lengthMs,
    };
  }

  /** Cache statuses by day; there are about ten. */
  private async cacheByDay(siteNos: readonly number[], span: Span) {
    const { cache } = await this.store.facets.topOfEach(siteNos, ['cache'], span, TOP * 2);
    const days = new Map<number, { value: string; requests: number }[]>();
    for (const { value } of cache) {
      const byDay = await this.store.facets.series(siteNos, 'cache', value, 'day', span);
      for (const [dayMs, requests] of byDay)
        days.set(dayMs, [...(days.get(dayMs) ?? []), { value, requests }]);
    }
    return days;
  }

  private uptimeDays(siteNos: readonly number[], span: Span): Promise<UptimeDay[]> {
    return this.database.query(
      `SELECT day::text AS day, sum(observed_seconds) AS observed, sum(down_seconds) AS down FROM uptime_days
       WHERE site_no = ANY($1) AND day >= $2::date AND day < $3::date GROUP BY day`,
      [siteNos, dayText(span.fromMs), dayText(span.toMs)],
    );
  }

  private async sites(
    siteNos: readonly number[],
    nameOf: (siteNo: number) => string,
    span: Span,
  ): Promise<CountedValue[]> {
    const rows: { site_no: number; requests: string; blocked: string }[] = await this.database.query(
      `SELECT site_no, sum(requests) AS requests, sum(blocked) AS blocked FROM traffic_hours
       WHERE site_no = ANY($1) AND hour >= $2 AND hour < $3 GROUP BY site_no ORDER BY sum(requests) DESC, site_no LIMIT $4`,
      [siteNos, new Date(span.fromMs), new Date(span.toMs), TOP],
    );
    return rows.map(({ site_no, requests, blocked }) => ({
      name: nameOf(site_no),
      requests: Number(requests),
      blocked: Number(blocked),
    }));
  }
}

function dayOf(
  { timeMs, requests, blocked }: TrafficPoint,
  failures: FailurePoint | undefined,
  cache: readonly { value: string; requests: number }[],
  uptime: UptimeDay | undefined,
): ReportDay {
  const { originRequests = 0, originFailures = 0 } = failures ?? {};
  return {
    day: dayText(timeMs),
    requests,
    blocked,
    originErrors: originRequests === 0 ? null : percentage(originFailures, originRequests),
    cacheHits: cacheHitRate(cache),
    uptime: uptime === undefined ? null : uptimePercent(Number(uptime.observed), Number(uptime.down)),
  };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const failureSums = (failures: readonly FailurePoint[]) => ({
  originRequests: sum(failures.map(({ originRequests }) => originRequests)),
  originFailures: sum(failures.map(({ originFailures }) => originFailures)),
});

const sumsOf = (series: readonly TrafficPoint[], failures: readonly FailurePoint[]): PeriodSums => ({
  requests: sum(series.map(({ requests }) => requests)),
  blocked: sum(series.map(({ blocked }) => blocked)),
  ...failureSums(failures),
});

const counted = (name: string, { requests, blocked }: Omit<CountedValue, 'name'>): CountedValue => ({
  name,
  requests,
  blocked,
});

const named = (
  values: readonly { value: string; requests: number; blocked: number }[],
  nameOf: (value: string) => string,
): CountedValue[] =>
  values
    .filter(({ value }) => value !== OTHER)
    .slice(0, TOP)
    .map(({ value, ...counts }) => counted(nameOf(value), counts));

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (COUNTRY_NAMES.of(code) ?? code) : 'Unknown';
