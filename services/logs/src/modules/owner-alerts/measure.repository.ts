import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '@palisade/basics';
import { DomainError } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { isFiltering } from '../log-store/log-filter.types.ts';
import { LogStore, type RecordMeasure, type Span } from '../log-store/log-store.port.ts';
import type { Condition, ReadFilter } from './condition.schema.ts';
import type { Measured } from './measured.rules.ts';
import { type NewestPart, newestPart } from './newest-part.rules.ts';
import type { TrafficStep } from './past-traffic.rules.ts';
import { quietPath } from './quiet-path.rules.ts';

/** Preceding weeks that define what is usual. */
export const WEEKS_BEFORE = 4;
/** Rows that a rule reads at most: of more, the newest. */
const MAX_ROWS = 500_000;
/** And where those take too long to read. */
const FEWER_ROWS = 50_000;

/** Sums available in the roll-ups. */
interface Traffic {
  requests: number;
  blocked: number;
}

/** A site's requests that the roll-ups count separately. */
export const rolledUp = ({ requests, blocked }: Traffic, status: ReadFilter['status']): number => {
  if (status === null) return requests;
  return status === 'blocked' ? blocked : requests - blocked;
};

/** Whether the roll-ups suffice: they distinguish blocked requests, and nothing else that a filter can contain. */
export const isRolledUp = ({ measure }: Condition, { log }: ReadFilter): boolean =>
  !isFiltering(log) && (measure === 'requests' || measure === 'rate' || measure === 'share');

/** Measures conditions: from the per-minute roll-ups where these suffice, otherwise from a bounded number of rows. */
@Injectable()
export class MeasureRepository {
  constructor(
    private readonly database: DataSource,
    private readonly store: LogStore,
  ) {}

  /**
   * Over the whole minutes before a time.
   * @throws DomainError `alert_reads_too_much`
   */
  async measure(
    siteNos: readonly number[],
    condition: Condition,
    filter: ReadFilter,
    nowMs: number,
  ): Promise<Measured> {
    // Whole minutes, so that rows and the usual value cover the same span.
    const toMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
    const fromMs = toMs - condition.window_minutes * MINUTE_MS;
    const traffic = await this.minutes(siteNos, fromMs, toMs);
    const same = { requests: traffic.requests, usual: null, detail: '', extent: 'all' as const };
    if (isRolledUp(condition, filter)) {
      const usual = condition.compare === 'usual' ? await this.usual(siteNos, fromMs, toMs) : null;
      return {
        ...same,
        value: inUnit(condition, rolledUp(traffic, filter.status), traffic.requests),
        usual: usual && inUnit(condition, rolledUp(usual, filter.status), usual.requests),
      };
    }
    // Refusals by a site's own settings are blocked, but not counted as blocked: a count of zero is no proof.
    if (traffic.requests === 0) return { ...same, value: condition.measure === 'latency' ? null : 0 };
    const candidates = rolledUp(traffic, filter.status);
    const span = { fromMs, toMs };
    if (candidates <= MAX_ROWS) {
      const whole = await this.rows(siteNos, condition, filter, span);
      if (whole !== null)
        return {
          ...same,
          detail: whole.detail,
          value: whole.value === null ? null : inUnit(condition, whole.value, traffic.requests),
        };
    }
    // So few took too long to read.
    if (candidates <= FEWER_ROWS) throw tooMuch();
    const bounds = candidates > MAX_ROWS ? [MAX_ROWS, FEWER_ROWS] : [FEWER_ROWS];
    const part = await this.ofPart(siteNos, condition, filter, span, bounds);
    return {
      ...same,
      detail: part.detail,
      extent: part.extent,
      // Requests are counted in the part, and scaled to the window, whose candidates are known.
      value: part.value === null ? null : inPartUnit(condition, { ...part, value: part.value }, candidates),
    };
  }

  /** Past traffic in steps: minutes for as long as they are kept, hours for longer. */
  async steps(
    siteNos: readonly number[],
    table: 'minutes' | 'hours',
    fromMs: number,
    toMs: number,
  ): Promise<TrafficStep[]> {
    const [name, time] = table === 'minutes' ? ['traffic_minutes', 'minute'] : ['traffic_hours', 'hour'];
    const rows: Record<keyof TrafficStep, string>[] = await this.database.query(
      `SELECT extract(epoch FROM ${time}) * 1000 AS "timeMs", sum(requests) AS requests, sum(blocked) AS blocked
       FROM ${name} WHERE site_no = ANY($1) AND ${time} >= $2 AND ${time} < $3 GROUP BY 1`,
      [siteNos, iso(fromMs), iso(toMs)],
    );
    return rows.map((row) => ({
      timeMs: Number(row.timeMs),
      requests: Number(row.requests),
      blocked: Number(row.blocked),
    }));
  }

  private async minutes(siteNos: readonly number[], fromMs: number, toMs: number): Promise<Traffic> {
    const [row]: Record<keyof Traffic, string>[] = await this.database.query(
      `SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(blocked), 0) AS blocked
       FROM traffic_minutes WHERE site_no = ANY($1) AND minute >= $2 AND minute < $3`,
      [siteNos, iso(fromMs), iso(toMs)],
    );
    return { requests: Number(row?.requests), blocked: Number(row?.blocked) };
  }

  /**
   * The mean of the same span in the preceding weeks: an hour that lies partly within counts proportionally. Only weeks
   * that the sites' traffic reaches back to count; a new site has no usual value.
   */
  private async usual(siteNos: readonly number[], fromMs: number, toMs: number): Promise<Traffic | null> {
    const [row]: Record<keyof Traffic | 'weeks', string | null>[] = await this.database.query(
      `SELECT count(*) AS weeks, avg(requests) AS requests, avg(blocked) AS blocked FROM (
         SELECT coalesce(sum(t.requests * s.share), 0) AS requests, coalesce(sum(t.blocked * s.share), 0) AS blocked
         FROM generate_series(1, ${WEEKS_BEFORE}) AS w (week)
         CROSS JOIN LATERAL (SELECT $2::timestamptz - w.week * interval '7 days' AS begins,
                                    $3::timestamptz - w.week * interval '7 days' AS ends) AS span
         LEFT JOIN traffic_hours t ON t.site_no = ANY($1) AND t.hour > span.begins - interval '1 hour' AND t.hour < span.ends
         LEFT JOIN LATERAL (SELECT extract(epoch FROM least(t.hour + interval '1 hour', span.ends)
                                   - greatest(t.hour, span.begins)) / 3600 AS share) AS s ON true
         WHERE span.begins >= (SELECT min(hour) FROM traffic_hours WHERE site_no = ANY($1))
         GROUP BY w.week
       ) AS weeks`,
      [siteNos, iso(fromMs), iso(toMs)],
    );
    if (Number(row?.weeks) === 0) return null;
    return { requests: Number(row?.requests), blocked: Number(row?.blocked) };
  }

  /**
   * Over the newest of a window's requests, if there are too many to read: rules must keep working in a flood.
   * @throws DomainError `alert_reads_too_much`
   */
  private async ofPart(
    siteNos: readonly number[],
    condition: Condition,
    filter: ReadFilter,
    { fromMs, toMs }: Span,
    bounds: readonly number[],
  ): Promise<NewestPart & Pick<Measured, 'value' | 'detail' | 'extent'>> {
    const minutes = await this.steps(siteNos, 'minutes', fromMs, toMs);
    for (const maxRows of bounds) {
      const part = newestPart(minutes, (minute) => rolledUp(minute, filter.status), toMs, maxRows);
      const found = await this.rows(siteNos, condition, filter, { fromMs: part.fromMs, toMs });
      if (found === null) continue;
      const newest = `, counted in the newest ${Math.round(part.candidates).toLocaleString('en')} requests`;
      const countsClients = condition.measure === 'clients' || condition.measure === 'clients_of_one_rule';
      return {
        ...part,
        value: found.value,
        detail: `${found.detail}${newest}`,
        extent: countsClients ? 'at_least' : 'part',
      };
    }
    throw tooMuch();
  }

  /** @returns null: it took too long */
  private async rows(
    siteNos: readonly number[],
    condition: Condition,
    filter: ReadFilter,
    span: Span,
  ): Promise<{ value: number | null; detail: string } | null> {
    // The store leaves the first millisecond out and takes the last one in; minutes do the reverse.
    const found = await this.store.aggregates.measure(siteNos, recordMeasure(condition), filter, {
      fromMs: span.fromMs - 1,
      toMs: span.toMs - 1,
    });
    if (found === null) return null;
    const { value, rule } = found;
    return {
      value,
      detail: rule === undefined ? '' : `: rule ${rule.id} on ${quietPath(rule.path)}`,
    };
  }
}

function recordMeasure({ measure, percentile }: Condition): RecordMeasure {
  if (measure === 'latency') return { of: 'latency', percentile };
  return { of: measure === 'clients' || measure === 'clients_of_one_rule' ? measure : 'requests' };
}

const tooMuch = () =>
  new DomainError(
    'unprocessable',
    'alert_reads_too_much',
    'There are too many requests to search. Choose a shorter window, or one site.',
  );

/** A number of requests in the measure's own unit. */
export function inUnit({ measure, window_minutes }: Condition, count: number, requests: number): number {
  if (measure === 'rate') return count / window_minutes;
  if (measure === 'share') return requests === 0 ? 0 : (count / requests) * 100;
  return count;
}

/** A value of a window's newest part in the measure's own unit, for the whole window. */
function inPartUnit(
  condition: Condition,
  { value, requests, candidates }: Pick<NewestPart, 'requests' | 'candidates'> & { value: number },
  allCandidates: number,
): number {
  const isCount = condition.measure === 'requests' || condition.measure === 'rate';
  return inUnit(condition, isCount ? (value * allCandidates) / candidates : value, requests);
}

const iso = (ms: number): string => new Date(ms).toISOString();
