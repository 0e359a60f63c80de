import { BAN_LIMITS, LISTING_LIMITS, listingName } from '@palisade/edge-state';
import { NodeBans } from './node-bans.ts';

const LIST = '01890000-0000-7000-8000-000000000001';

it('a flood of listings of one site pushes out neither bans nor the listings of others', () => {
  const bans = new NodeBans(null);
  const untilMs = Date.now() + 60_000;
  const ban = { siteId: 'site-1', address: '192.0.2.1', untilMs };
  const other = { siteId: 'site-2', address: listingName(LIST, '192.0.2.2'), untilMs };
  for (const one of [ban, other]) bans.remember(one);
  for (let nth = 0; nth < LISTING_LIMITS.perSite + 5; nth++)
    bans.remember({ siteId: 'site-1', address: listingName(LIST, `c${nth}`), untilMs });
  const current = bans.current();
  expect(current).toHaveLength(LISTING_LIMITS.perSite + 2);
  expect(current).toEqual(expect.arrayContaining([ban, other]));
  expect(bans.size).toBe(1);
  bans.remember({ ...other, untilMs: 0 });
  expect(bans.current()).toHaveLength(LISTING_LIMITS.perSite + 1);
});

it('a flood of bans of one site pushes out its own alone', () => {
  const bans = new NodeBans(null);
  const untilMs = Date.now() + 60_000;
  const other = { siteId: 'site-2', address: '192.0.2.1', untilMs };
  bans.remember(other);
  for (let nth = 0; nth < BAN_LIMITS.perSite + 5; nth++)
    bans.remember({ siteId: 'site-1', address: `c${nth}`, untilMs });
  expect(bans.size).toBe(BAN_LIMITS.perSite + 1);
  expect(bans.current()[0]).toEqual(other);
});
