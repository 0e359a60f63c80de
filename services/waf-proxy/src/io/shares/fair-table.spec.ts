import { FairTable } from './fair-table.ts';

const keysOf = (table: FairTable<number>, keys: readonly string[]) =>
  keys.filter((key) => table.get(key) !== undefined);

describe('a table of keys that strangers make up', () => {
  it('keeps what everybody else has counted while one maker invents keys', () => {
    const table = new FairTable<number>(1_000);
    const others = Array.from({ length: 200 }, (_, index) => `person-${index}`);
    for (const key of others) table.add(key, 'shop', key, 1);
    for (let index = 0; index < 50_000; index++) table.add(`made-up-${index}`, 'shop', '203.0.113.7', 1);
    expect(keysOf(table, others)).toEqual(others);
    expect(table.size).toBeLessThanOrEqual(1_000);
    expect(table.get('made-up-49999')).toBe(1);
  });

  it('keeps other sites’ entries when one site’s come from everywhere', () => {
    const table = new FairTable<number>(1_000);
    table.add('quiet', 'other', 'visitor', 1);
    for (let index = 0; index < 20_000; index++) table.add(`key-${index}`, 'attacked', `bot-${index}`, 1);
    expect(table.get('quiet')).toBe(1);
    expect(table.size).toBeLessThanOrEqual(1_000);
  });

  it('drops of one maker what has not been asked for longest', () => {
    const table = new FairTable<number>(16);
    for (let index = 0; index < 16; index++) table.add(`key-${index}`, 'shop', 'maker', index);
    table.get('key-0');
    table.add('key-16', 'shop', 'maker', 16);
    expect(table.get('key-0')).toBe(0);
    expect(table.get('key-1')).toBeUndefined();
  });

  it('takes no more of one maker than is his', () => {
    const table = new FairTable<number>(100, 3);
    const added = ['a', 'b', 'c', 'd'].map((key) => table.add(key, 'shop', 'maker', 1));
    expect(added).toEqual([true, true, true, false]);
    expect(table.add('d', 'shop', 'another', 1)).toBe(true);
    expect(table.add('e', 'elsewhere', 'maker', 1)).toBe(true);
  });
});
