import { KeyedEntries } from './keyed-entries.ts';

/** Sizes around the one from which there is an index. */
const SIZES = [0, 1, 2, 23, 24, 25, 60];
const KEYS = ['Cookie', 'cookie', 'COOKIE', 'X-A', 'x-b', '', 'Set-\xc4'];

describe('entries by key', () => {
  it.each(SIZES)('of %i are those of that key, with and without an index', (size) => {
    const lists = [new KeyedEntries('H'), new KeyedEntries('H', 0)];
    for (let at = 0; at < size; at++)
      for (const list of lists) list.add(KEYS[(at * 5 + (at >> 2)) % KEYS.length]!, `value ${at}`);
    let compared = 0;
    // So often that a short list gets its index on the way.
    for (let round = 0; round < 4; round++)
      for (const key of ['cookie', 'x-a', 'x-b', '', 'set-\xc4', 'Cookie', 'absent']) {
        for (const list of lists) {
          const expected = list.entries.filter((entry) => entry.lowerKey === key);
          expect(list.withKey(key)).toEqual(expected);
          expect(list.first(key)).toBe(expected[0]?.value ?? null);
          compared++;
        }
      }
    expect(compared).toBe(56);
  });

  it('know what was added after they were asked', () => {
    for (const list of [new KeyedEntries('H'), new KeyedEntries('H', 0)]) {
      for (let at = 0; at < 20; at++) {
        list.add('a', String(at));
        expect(list.withKey('a')).toHaveLength(at + 1);
      }
    }
  });

  it('are named some at a time where they are many', () => {
    const list = new KeyedEntries('H');
    for (let at = 0; at < 5_000; at++) list.add(`a${at}`, '');
    const budget = { steps: 0, isSliceOver: true };
    expect(list.nameSome(budget)).toBe(false);
    let slices = 0;
    for (; ; slices++) {
      const end = budget.steps + 40_000;
      const slice = {
        get steps() {
          return budget.steps;
        },
        set steps(steps: number) {
          budget.steps = steps;
        },
        get isSliceOver() {
          return budget.steps >= end;
        },
      };
      if (list.nameSome(slice)) break;
    }
    expect(slices).toBeGreaterThan(1);
    expect(list.names.map(({ name, value }) => [name, value])).toEqual(
      list.entries.map(({ key }) => [`H_NAMES:${key}`, key]),
    );
    list.add('b', '');
    expect(list.nameSome({ steps: 0, isSliceOver: false })).toBe(true);
    expect(list.names).toHaveLength(5_001);
  });
});
