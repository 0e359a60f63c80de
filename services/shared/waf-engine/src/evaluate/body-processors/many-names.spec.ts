import { ManyNames } from './many-names.ts';

describe('many names', () => {
  it('are each there once', () => {
    const names = new ManyNames();
    const all = [
      '',
      'a',
      'b',
      'ab',
      'ba',
      'a'.repeat(5000),
      ...Array.from({ length: 300 }, (_, at) => `n${at}`),
    ];
    for (const name of all) expect(names.add(name)).toBe(true);
    for (const name of all) expect(names.add(name)).toBe(false);
  });

  it.each([(at: number) => `x${at}`, (at: number) => `${at}x`, (at: number) => at.toString(36)])(
    'lie in parts of which none is large: %s',
    (nameOf) => {
      const names = new ManyNames();
      for (let at = 0; at < 130_000; at++) names.add(nameOf(at));
      expect(names.largestPart).toBeLessThan(130_000 / 10);
    },
  );
});
