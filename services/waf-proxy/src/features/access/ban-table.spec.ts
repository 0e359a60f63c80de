import { HOUR_MS } from '@palisade/basics';
import { BanTable } from './ban-table.ts';

const LIMITS = { perSite: 3, all: 6, anySite: 1 };

function bans() {
  const announced: string[] = [];
  const table = new BanTable((siteId, address) => announced.push(`${siteId} ${address}`), LIMITS);
  const banned = (siteId: string, addresses: string, nowMs = 1) =>
    [...addresses].filter((address) => table.bannedUntil(siteId, address, nowMs) > 0).join('');
  return { announced, table, banned };
}

describe('bans as a worker knows them', () => {
  it('hold on their site until they end or are lifted, and the longer of two holds', () => {
    const { announced, table, banned } = bans();
    expect(table.ban('1', 'a', 0, 'rate_limit', HOUR_MS)).toBe(HOUR_MS);
    expect(announced).toEqual(['1 a']);
    table.learn('1', 'a', HOUR_MS / 2, 1);
    expect([banned('1', 'a', HOUR_MS - 1), banned('1', 'a', HOUR_MS), banned('2', 'a')]).toEqual([
      'a',
      '',
      '',
    ]);
    table.learn('1', 'a', 0, 1);
    expect(banned('1', 'a')).toBe('');
    expect(announced).toHaveLength(1);
  });

  it('push out those of the same site alone: not of one who goes on coming, and of no other site', () => {
    const { table, banned } = bans();
    for (const address of 'xyz') table.ban('2', address, 0, 'manual', HOUR_MS);
    for (const address of 'abc') table.ban('1', address, 0, 'rate_limit', HOUR_MS);
    expect(banned('1', 'a')).toBe('a');
    for (const address of 'de') table.ban('1', address, 0, 'rate_limit', HOUR_MS);
    expect([banned('1', 'abcde'), banned('2', 'xyz')]).toEqual(['ade', 'xyz']);
    expect(table.size).toBe(6);
  });

  it('that fill the table leave each further site one of its own', () => {
    const { table, banned } = bans();
    for (const site of '12') for (const address of 'abc') table.ban(site, address, 0, 'rate_limit', HOUR_MS);
    for (const address of 'ab') table.ban('3', address, 0, 'rate_limit', HOUR_MS);
    expect(['1', '2', '3'].map((site) => banned(site, 'abc'))).toEqual(['abc', 'abc', 'b']);
  });
});
