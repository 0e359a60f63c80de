import fc from 'fast-check';
import { byteString } from '../../test/support/arbitraries.ts';
import { compilePattern, compilePatternSet, StepBudget, Subject } from './index.ts';

const PATTERNS = [
  '(?i)\\bunion\\b\\s+select',
  '^\\.\\.$',
  '<[a-z][^>]*on[a-z]+=',
  "'--$",
  '%u00',
  '\\\\x[0-9a-f]{2}',
  '(a|b)\\1\\x00',
];
/** Any bits will do; a byte's own number makes the union telling. */
const BITS = Int32Array.from({ length: 256 }, (_, byte) => (1 << 31) | (byte + 1));

const unionOf = (value: string) => [...value].reduce((all, byte) => all | BITS[byte.charCodeAt(0)]!, 1 << 31);

describe('a look at values of which nothing is expected', () => {
  const patterns = PATTERNS.map((pattern) => compilePattern(pattern));
  const set = compilePatternSet(patterns);
  const look = (value: string) => set.traitsIfNothing(new Subject().ofText(value), BITS, new StepBudget());
  const scan = (value: string) => set.scan(value, new Uint32Array(1), new StepBudget());

  it('never passes over a value in which a pattern occurs, and collects the traits of all others', () => {
    const piece = fc.constantFrom(
      'union ',
      'select',
      '..',
      '<a ',
      'onx=',
      "'--",
      '%u00',
      '\\x4',
      'aa\0',
      '\n',
    );
    const value = fc.oneof(
      byteString(),
      fc.array(piece, { maxLength: 4 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(value, (text) => {
        for (const known of [false, true]) {
          // The second time all states are built.
          if (known) scan(text);
          const traits = look(text);
          if (traits === 0) continue;
          expect(patterns.filter((pattern) => pattern.test(text))).toEqual([]);
          expect(traits).toBe(unionOf(text));
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('says yes for plain values that have been seen, and leaves unseen ones to the scan', () => {
    for (const value of ['', 'garden', '19.99', 'A short text about the article.']) {
      scan(value);
      expect(look(value)).toBe(unionOf(value));
    }
    const fresh = compilePatternSet(patterns);
    expect(fresh.traitsIfNothing(new Subject().ofText('garden'), BITS, new StepBudget())).toBe(0);
  });

  it('looks at stretches of bytes only', () => {
    const bytes = new TextEncoder().encode('..garden..');
    scan('garden');
    scan('..');
    const traits = (start: number, end: number) =>
      set.traitsIfNothing(new Subject().ofBytes(bytes, start, end), BITS, new StepBudget());
    expect(traits(2, 8)).toBe(unionOf('garden'));
    expect(traits(8, 10)).toBe(0);
  });
});
