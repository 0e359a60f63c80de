import { DAY_MS } from '@palisade/basics';
import { LISTING_LIMITS, listingName } from '@palisade/edge-state';
import { BanTable } from './ban-table.ts';
import { ANNOUNCEMENT_RATE, TimedListings } from './timed-listings.ts';

const LIST = '01890000-0000-7000-8000-000000000001';
const listing = (client: string, siteId = 'site-1') => ({ siteId, listId: LIST, client });
function listings() {
  const announced: string[] = [];
  const table = new TimedListings((siteId, name) => announced.push(`${siteId} ${name}`));
  return { announced, table };
}

describe('clients on lists for a time', () => {
  it('are there until they end or are lifted, are told of once, and again when a quarter of the time is over', () => {
    const { announced, table } = listings();
    table.add(listing('192.0.2.1'), 0, DAY_MS, 'custom:a');
    expect(table.has(listing('192.0.2.1'), DAY_MS - 1)).toBe(true);
    expect(table.has(listing('192.0.2.1'), DAY_MS)).toBe(false);
    expect(table.has(listing('192.0.2.1', 'site-2'), 1)).toBe(false);
    table.add(listing('192.0.2.1'), DAY_MS / 4 - 1, DAY_MS, 'custom:a');
    expect(announced).toEqual([`site-1 ${listingName(LIST, '192.0.2.1')}`]);
    table.add(listing('192.0.2.1'), DAY_MS / 4, DAY_MS, 'custom:a');
    expect(announced).toHaveLength(2);
    table.learn('site-1', listingName(LIST, '192.0.2.1'), 0, 1);
    expect(table.has(listing('192.0.2.1'), 1)).toBe(false);
  });

  it('keep no rate of a stranger: what a site has too much of holds on this worker, and is told when there is room', () => {
    const { announced, table } = listings();
    for (let nth = 0; nth < 10_000; nth++)
      table.add(listing(`2001:db8:0:${nth}::/64`), nth / 10, DAY_MS, 'custom:a');
    const most = ANNOUNCEMENT_RATE.atOnce + ANNOUNCEMENT_RATE.perSecond;
    expect(announced.length).toBeLessThanOrEqual(most);
    expect(table.has(listing('2001:db8:0:9999::/64'), 1_000)).toBe(true);
    table.add(listing('192.0.2.1', 'site-2'), 1_000, DAY_MS, 'custom:b');
    expect(announced.at(-1)).toMatch(/^site-2 /);
    const before = announced.length;
    table.add(listing('2001:db8:0:9999::/64'), 2_000, DAY_MS, 'custom:a');
    table.add(listing('2001:db8:0:9999::/64'), 2_001, DAY_MS, 'custom:a');
    expect(announced.slice(before)).toEqual([`site-1 ${listingName(LIST, '2001:db8:0:9999::/64')}`]);
  });

  it('push out those of the same site alone, and no bans', () => {
    const { table } = listings();
    const bans = new BanTable(() => undefined);
    bans.ban('site-1', '192.0.2.1', 0, 'manual', 3_600_000);
    table.add(listing('192.0.2.2', 'site-2'), 0, DAY_MS, 'custom:b');
    const more = LISTING_LIMITS.perSite + 10;
    for (let nth = 0; nth < more; nth++) table.add(listing(`c${nth}`), 0, DAY_MS, 'custom:a');
    expect(table.size).toBe(LISTING_LIMITS.perSite + 1);
    expect([0, 9, 10, more - 1].map((nth) => table.has(listing(`c${nth}`), 1))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(table.has(listing('192.0.2.2', 'site-2'), 1)).toBe(true);
    expect(bans.bannedUntil('site-1', '192.0.2.1', 1)).not.toBe(0);
  });
});
