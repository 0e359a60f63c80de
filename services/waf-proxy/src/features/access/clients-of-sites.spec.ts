import { ClientsOfSites, SWEPT_AT_ONCE } from './clients-of-sites.ts';

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

  it('drops the oldest in a long flood, whoever comes again, is lifted or comes back meanwhile', () => {
    const perSite = 50;
    const table: Table = new ClientsOfSites({ perSite, all: 1_000, anySite: 1 });
    const expected: string[] = [];
    for (let nth = 0; nth < 5_000; nth++) {
      const name = `c${(nth * 7_919) % 83}`;
      const at = expected.indexOf(name);
      if (at !== -1) expected.splice(at, 1);
      if (nth % 5 === 0) {
        table.delete('1', name);
        continue;
      }
      if (expected.length === perSite) expected.shift();
      expected.push(name);
      table.set('1', name, { untilMs: 1_000 }, 0);
    }
    expect([...table].map(([, name]) => name)).toEqual(expected);
    expect(table.size).toBe(expected.length);
  });

  it('looks for what has ended in slices, and goes on where it was', () => {
    const many = 3 * SWEPT_AT_ONCE;
    const table: Table = new ClientsOfSites({ perSite: many, all: many, anySite: 1 });
    for (let nth = 1; nth < many; nth++) table.set('1', `c${nth}`, { untilMs: 1_000 }, 0);
    put(table, '2', 'x', 3_000);
    table.set('2', 'a', { untilMs: 3_000 }, 2_000);
    expect(table.size).toBe(many - SWEPT_AT_ONCE + 1);
    for (let nth = 0; nth < SWEPT_AT_ONCE; nth++) table.set('2', `b${nth}`, { untilMs: 3_000 }, 2_000);
    expect(table.get('1', `c${SWEPT_AT_ONCE}`)).toBeUndefined();
    expect(table.get('1', `c${many - 1}`)).toBeDefined();
    expect(table.get('2', 'x')).toBeDefined();
  });
});
