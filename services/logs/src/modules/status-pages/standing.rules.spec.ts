import { DAY_MS } from '@palisade/basics';
import { atomFeed } from './atom-feed.ts';
import { isFreeSlug, unguessableSlug } from './slug.rules.ts';
import { dayOf, outageView, pageState, uptimeOf, writtenView } from './standing.rules.ts';
import { SLUG } from './status-page.schema.ts';

const NOW = Date.UTC(2026, 5, 15, 12);
const at = (ms: number) => new Date(NOW + ms);
const written = (
  kind: 'incident' | 'maintenance',
  impact: 'none' | 'degraded' | 'down',
  from: number,
  to?: number,
) => ({
  ...{ incident_id: 'id', kind, impact, title: 'Title', begins_at: at(from) },
  ends_at: to === undefined ? null : at(to),
});

it('has the worst of what is under way as the state of a page', () => {
  const slow = writtenView(written('incident', 'degraded', -2), [], NOW);
  const disks = writtenView(written('maintenance', 'none', -2, 2), [], NOW);
  const later = writtenView(written('maintenance', 'none', 1, 2), [], NOW);
  const over = writtenView(written('maintenance', 'none', -2, 0), [], NOW);
  const out = outageView({ alert_id: 'id', since: at(-1), until: null });
  expect([slow, disks, later, over, out].map(({ state }) => state)).toEqual([
    ...['investigating', 'under_way', 'planned', 'resolved', 'investigating'],
  ]);
  expect(pageState([later, over])).toBe('up');
  expect(pageState([later, disks])).toBe('maintenance');
  expect(pageState([disks, slow])).toBe('degraded');
  expect(pageState([disks, slow, out])).toBe('down');
});

it('begins and ends maintenance as its owner says, before the plan does', () => {
  const plan = written('maintenance', 'none', 5, 9);
  const said = (state: 'under_way' | 'resolved') => [{ incident_id: 'id', state, text: '', said_at: at(0) }];
  expect(writtenView(plan, said('under_way'), NOW).state).toBe('under_way');
  expect(writtenView(plan, said('resolved'), NOW).state).toBe('resolved');
  expect(writtenView(plan, said('under_way'), NOW + 9).state).toBe('resolved');
});

it('knows of days what is known, and rounds nothing up', () => {
  const uptime = uptimeOf(
    [
      { day: dayOf(NOW), observedSeconds: 43_200, downSeconds: 0 },
      { day: dayOf(NOW - 2 * DAY_MS), observedSeconds: 86_400_000, downSeconds: 1 },
      { day: dayOf(NOW - 3 * DAY_MS), observedSeconds: 10, downSeconds: 10 },
    ],
    NOW,
    3,
  );
  expect(uptime).toEqual({
    percent: 99.999,
    days: [
      { day: '2026-06-13', percent: 99.999, down_minutes: 0 },
      { day: '2026-06-14', percent: null, down_minutes: 0 },
      { day: '2026-06-15', percent: 100, down_minutes: 0 },
    ],
  });
  expect(uptimeOf([], NOW, 1)).toMatchObject({ percent: null });
});

it('has addresses that nobody guesses, and that are addresses', () => {
  const slugs = new Set(Array.from({ length: 1_000 }, unguessableSlug));
  expect(slugs.size).toBe(1_000);
  for (const slug of slugs) expect(slug).toMatch(SLUG);
});

it('reserves addresses that read as the dashboard’s own', () => {
  for (const slug of ['admin', 'support', 'billing-support', 'palisade', 'palisade-shop'])
    expect(isFreeSlug(slug)).toBe(false);
  for (const slug of ['shop', 'shop-status', 'administrator-of-nothing', unguessableSlug()])
    expect(isFreeSlug(slug)).toBe(true);
});

it('writes a feed that says no more than text', () => {
  const status = {
    ...{ name: ']]><b>&', note: '', state: 'up' as const, uptime: null, updated_at: at(0).toISOString() },
    incidents: [
      writtenView(
        written('incident', 'down', -9, -1),
        [{ incident_id: 'id', state: 'resolved', text: '</content><x>', said_at: at(-1) }],
        NOW,
      ),
    ],
  };
  const feed = atomFeed('page', 'shop', status);
  expect(feed).toContain('<title>]]&#62;&#60;b&#62;&#38;</title>');
  expect(feed.match(/<\/content>/g)).toHaveLength(1);
  expect(feed).toContain(`<updated>${at(-1).toISOString()}</updated>`);
});

it('writes the newest 20 incidents into the feed', () => {
  const incidents = Array.from({ length: 30 }, (_, i) => ({
    ...writtenView(written('incident', 'down', -i, -i), [], NOW),
    title: `${i}th`,
  }));
  const status = {
    name: 'Shop',
    note: '',
    state: 'up' as const,
    uptime: null,
    updated_at: at(0).toISOString(),
  };
  const feed = atomFeed('page', 'shop', { ...status, incidents });
  expect(feed.match(/<entry>/g)).toHaveLength(20);
  expect(feed).toContain('<title>0th</title>');
});
