import { DAY_MS } from '@palisade/basics';
import { ordinaryDay } from './ordinary-day.ts';
import { HOMES, placesDatabase, SERVERS } from './places.ts';
import { SITE_NAMES } from './sites.ts';

const MONDAY = Date.UTC(2026, 10, 23);

describe('an ordinary day', () => {
  it.each(SITE_NAMES)('of %s is the same each time, within its day, in order, and bounded', (site) => {
    const day = ordinaryDay(site, MONDAY);
    expect(ordinaryDay(site, MONDAY)).toEqual(day);
    expect(ordinaryDay(site, MONDAY + DAY_MS)).not.toEqual(day);
    const times = day.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(MONDAY);
    expect(times.at(-1)).toBeLessThan(MONDAY + DAY_MS);
    expect(day.length).toBeGreaterThan(500);
    expect(day.length).toBeLessThan(4_000);
  });

  it('is honest for the most part, and has attackers, a scanner, a crawler, webhooks and somebody wrongly refused', () => {
    const day = SITE_NAMES.flatMap((site) => ordinaryDay(site, MONDAY));
    const refused = day.filter(({ outcome }) => outcome.kind === 'refused');
    expect(refused.length / day.length).toBeGreaterThan(0.01);
    expect(refused.length / day.length).toBeLessThan(0.15);
    const kinds = new Set(
      day.map(({ outcome }) =>
        outcome.kind === 'refused'
          ? outcome.refusal
          : outcome.kind === 'served'
            ? outcome.status
            : outcome.reason,
      ),
    );
    expect(kinds).toEqual(
      new Set([
        ...[200, 304, 404, 503],
        ...['sqlTautology', 'sqlUnion', 'scriptTag', 'pathTraversal', 'jndiLookup', 'shellCommand'],
        ...['scanner', 'embeddedScript', 'crawler:ai_training:openai:claimed'],
      ]),
    );
    for (const said of ['Googlebot', 'GPTBot', 'Webhook', 'Feedreader', 'iPhone', 'Firefox']) {
      expect([said, day.some(({ userAgent }) => userAgent.includes(said))]).toEqual([said, true]);
    }
    expect(new Set(day.map(({ place }) => place.country)).size).toBeGreaterThan(15);
  });

  it('has a wave of attacks now and then', () => {
    const refusedOn = (dayMs: number) =>
      ordinaryDay('shop', dayMs).filter(({ outcome }) => outcome.kind === 'refused').length;
    const days = Array.from({ length: 18 }, (_, back) => refusedOn(MONDAY - back * DAY_MS));
    expect(days.filter((refused) => refused > 200)).toHaveLength(2);
  });

  it('names addresses that are nobody’s', () => {
    for (const { address } of SITE_NAMES.flatMap((site) => ordinaryDay(site, MONDAY))) {
      expect(address).toMatch(/^198\.1[89]\.\d{1,3}\.\d{1,3}$/);
    }
    const networks = [...HOMES, ...SERVERS].map(({ network }) => network);
    expect(new Set(networks).size).toBe(networks.length);
    expect(placesDatabase().length).toBeLessThan(16_384);
  });
});
