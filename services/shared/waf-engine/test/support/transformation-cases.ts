import type { TransformationEntry } from '../../src/model/transformation.ts';

/** What a transformation makes of each value, by the case's title. */
export type TransformationCases = Readonly<Record<string, readonly [value: string, result: string]>>;

/** One test per case. */
export function describeTransformation(
  name: string,
  entry: TransformationEntry,
  cases: TransformationCases,
): void {
  describe(`t:${name}`, () => {
    it.each(Object.entries(cases))('%s', (_, [value, result]) => {
      expect(entry.apply(value)).toBe(result);
    });

    it('leaves the empty value to itself, or says what it becomes', () => {
      expect(entry.apply('')).toBe(cases['the empty value']?.[1] ?? '');
    });
  });
}
