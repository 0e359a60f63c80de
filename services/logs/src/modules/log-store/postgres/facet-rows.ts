import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { FACETS_KEPT_DAYS } from '../../records/kept.rules.ts';

/** Whole hours; without an end: all from then on. */
interface FacetSpan {
  fromMs: number;
  toMs?: number | undefined;
}

interface FacetRows {
  /** SQL of a subquery: kind, value, time, and the counts. */
  sql: string;
  /** Its parameters; the first two are the sites and the kinds. */
  values: unknown[];
}

interface Wanted {
  siteNos: readonly number[];
  kinds: readonly number[];
  /** Only this value; null: all. */
  value?: string | null;
  /** False where each hour is asked for. */
  byDay?: boolean;
}

/** The rows that cover a span: sums of its whole days, as far as they are summed, and hours for the rest. */
export function facetRows(
  { siteNos, kinds, value = null, byDay = true }: Wanted,
  { fromMs, toMs }: FacetSpan,
  nowMs = Date.now(),
): FacetRows {
  const from = fromMs - (fromMs % HOUR_MS);
  const values: unknown[] = [siteNos, kinds];
  const put = (one: unknown) => `$${values.push(one)}`;
  const putTime = (ms: number) => `${put(new Date(ms).toISOString())}::timestamptz`;
  const ofValues = `f.kind = ANY($2::smallint[])${value === null ? '' : ` AND f.value = ${put(value)}`}`;
  const ofSites = `f.site_no = ANY($1::int[]) AND ${ofValues}`;
  const counts = 'f.kind, f.value, f.requests, f.blocked, f.response_bytes';
  const hours = (begin: number, end: number | undefined) =>
    `SELECT ${counts}, f.hour AS time FROM facet_hours f WHERE ${ofSites}
       AND f.hour >= ${putTime(begin)}${end === undefined ? '' : ` AND f.hour < ${putTime(end)}`}`;
  const { firstDay, lastDay } = wholeDays(from, toMs, nowMs);
  if (!byDay || firstDay >= lastDay) return { sql: hours(from, toMs), values };
  const [first, last] = [putTime(firstDay), putTime(lastDay)];
  const parts = [
    `SELECT ${counts}, f.day AS time FROM facet_days f WHERE ${ofSites} AND f.day >= ${first} AND f.day < ${last}`,
    // One look for each day that is not summed to its end: the planner would rather read all hours.
    `SELECT unsummed.* FROM unnest($1::int[]) AS site (no)
       CROSS JOIN generate_series(${first}, ${last} - interval '24 hours', interval '24 hours') AS day (at)
       LEFT JOIN summed_facet_days s ON s.site_no = site.no AND s.day = day.at
       CROSS JOIN LATERAL (
         SELECT ${counts}, f.hour AS time FROM facet_hours f
         WHERE f.site_no = site.no AND ${ofValues}
           AND f.hour >= coalesce(s.summed_until, day.at) AND f.hour < day.at + interval '24 hours' OFFSET 0
       ) AS unsummed
       WHERE s.summed_until IS NULL OR s.summed_until < day.at + interval '24 hours'`,
    ...(from < firstDay ? [hours(from, firstDay)] : []),
    ...(toMs === undefined || lastDay < toMs ? [hours(lastDay, toMs)] : []),
  ];
  return { sql: parts.join(' UNION ALL '), values };
}

/** The days of a span that may be summed, as its first midnight (UTC) and the one behind it. */
function wholeDays(fromMs: number, toMs: number | undefined, nowMs: number) {
  const today = nowMs - (nowMs % DAY_MS);
  const lastDay = Math.min(today + DAY_MS, (toMs ?? Number.POSITIVE_INFINITY) - ((toMs ?? 0) % DAY_MS));
  const firstDay = Math.max(Math.ceil(fromMs / DAY_MS) * DAY_MS, today - FACETS_KEPT_DAYS * DAY_MS);
  return { firstDay, lastDay };
}
