import { ClientsOfSites } from './clients-of-sites.ts';

describe('clients that sites know for a time', () => {
  type Table = ClientsOfSites<{ untilMs: number }>;
  const limits = { perSite: 4, all: 6, anySite: 2 };
  const put = (table: Table, siteId: string, names: string, untilMs = 1_000, nowMs = 0) => {
    for (const name of names) table.set(siteId, name, { untilMs }, nowMs);
  };
  const held = (table: Table) => [...table].map(([siteId, name]) => `${siteId}${name}`).join(' ');

  it('gives each site its own bound, and a few when others fill the table', () => {
    const table: Table = new ClientsOfSites(limits);
    put(table, '1', 'abcde');
    put(table, '2', 'abcde');
    expect(held(table)).toBe('1b 1c 1d 1e 2d 2e');
    put(table, '3', 'abc');
    expect(held(table)).toBe('1b 1c 1d 1e 2d 2e 3b 3c');
    expect(table.size).toBe(8);
    // Who is there takes no more room.
    put(table, '1', 'b');
    expect(held(table)).toBe('1c 1d 1e 1b 2d 2e 3b 3c');
  });

  it('takes what has ended out first, and what comes again to the end', () => {
    const table: Table = new ClientsOfSites(limits);
    put(table, '1', 'ab', 2_000);
    put(table, '1', 'cd');
    put(table, '1', 'e', 3_000, 1_500);
    expect(held(table)).toBe('1a 1b 1e');
    put(table, '1', 'a', 3_000, 1_500);
    put(table, '1', 'fg', 3_000, 1_500);
    expect(held(table)).toBe('1e 1a 1f 1g');
  });
});
