import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { ordinaryDay } from './ordinary-day.ts';
import { HISTORY_DAYS, historyBegin, historyLines } from './sample-history.ts';
import { SITE_NAMES } from './sites.ts';

const NOW = Date.UTC(2026, 10, 23, 14, 20);
const IDS = {
  shop: '01a20000-0000-7000-8000-000000000001',
  blog: '01a20000-0000-7000-8000-000000000002',
  api: '01a20000-0000-7000-8000-000000000003',
};
interface Line {
  request_id: string;
  domain_id: string;
  timestamp: string;
  action: string;
}

const lines = (taken: Record<string, Set<number>> = {}, nowMs = NOW) =>
  [...historyLines(IDS, taken, nowMs)] as Line[];
const hourOf = ({ timestamp }: Line) => Math.floor(Date.parse(timestamp) / HOUR_MS);

describe('the sample history', () => {
  const all = lines();

  it('covers a month up to now and nothing of the future, sorted by the hour', () => {
    const days = new Set(all.map(({ timestamp }) => timestamp.slice(0, 10)));
    expect(days.size).toBe(HISTORY_DAYS);
    expect(all[0]?.timestamp.slice(0, 10)).toBe(new Date(historyBegin(NOW)).toISOString().slice(0, 10));
    const hours = all.map(hourOf);
    expect(hours).toEqual(hours.toSorted((a, b) => a - b));
    const last = Math.max(...all.map(({ timestamp }) => Date.parse(timestamp)));
    expect(last).toBeLessThanOrEqual(NOW);
    expect(last).toBeGreaterThan(NOW - HOUR_MS);
  });

  it('is of a size that is imported within seconds, each request with an id of its own', () => {
    expect(all.length).toBeGreaterThan(60_000);
    expect(all.length).toBeLessThan(140_000);
    expect(new Set(all.map(({ request_id }) => request_id)).size).toBe(all.length);
    expect(new Set(all.map(({ action }) => action))).toEqual(new Set(['allow', 'block', 'bot']));
  });

  it('fills only what is missing: after two days without the product, those two', () => {
    const later = NOW + 2 * DAY_MS;
    const present = NOW - (NOW % HOUR_MS);
    const known = new Set(Array.from({ length: HISTORY_DAYS * 24 }, (_, back) => present - back * HOUR_MS));
    const taken = Object.fromEntries(Object.values(IDS).map((id) => [id, known]));
    const missing = [0, 1, 2]
      .flatMap((days) =>
        SITE_NAMES.flatMap((site) => ordinaryDay(site, NOW - (NOW % DAY_MS) + days * DAY_MS)),
      )
      .filter(({ atMs }) => atMs >= present + HOUR_MS && atMs <= later);
    expect(lines(taken, later)).toHaveLength(missing.length);
    expect(lines(taken, NOW)).toEqual([]);
  });
});
