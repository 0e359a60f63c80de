import fc from 'fast-check';
import { compilePhraseSet, compilePhrases } from '../index.ts';

describe('compilePhrases', () => {
  it('finds the phrase that ends first, and the longest of those', () => {
    const matcher = compilePhrases(['abcd', 'bc', 'c', 'xyz']);
    expect(matcher.find('zzabcd')).toEqual({ index: 1, start: 3, end: 5 });
    expect(matcher.find('xyc')).toEqual({ index: 2, start: 2, end: 3 });
    expect(matcher.find('ab')).toBeNull();
    expect(matcher.test('ABC')).toBe(true);
    expect(compilePhrases(['abc'], { caseInsensitive: false }).test('ABC')).toBe(false);
    expect(compilePhrases(['', 'a']).find('b')).toBeNull();
    expect(compilePhrases([]).test('a')).toBe(false);
    expect(compilePhrases(['\xe9\0']).find('a\xe9\0')).toEqual({ index: 0, start: 1, end: 3 });
  });

  it('finds what a plain search finds', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'A', '\xff'), { maxLength: 5 })
      .map((chars) => chars.join(''));
    const subject = fc
      .array(fc.constantFrom('a', 'b', 'A', 'B', '\xff'), { maxLength: 40 })
      .map((c) => c.join(''));
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 40 }),
        subject,
        fc.boolean(),
        (phrases, value, caseInsensitive) => {
          const fold = (s: string) => (caseInsensitive ? s.replace(/[A-Z]/g, (c) => c.toLowerCase()) : s);
          const ends = phrases.map((phrase) =>
            phrase === '' ? -1 : fold(value).indexOf(fold(phrase)) + phrase.length,
          );
          const occurs = phrases.map((phrase, i) => phrase !== '' && ends[i]! >= phrase.length);
          const matcher = compilePhrases(phrases, { caseInsensitive });
          const out = new Uint32Array(2);
          matcher.scan(value, out);
          expect(phrases.map((_, i) => ((out[i >> 5]! >>> (i & 31)) & 1) === 1)).toEqual(occurs);
          expect(matcher.test(value)).toBe(occurs.includes(true));
          const hit = matcher.find(value);
          const firstEnd = Math.min(...ends.filter((_, i) => occurs[i]));
          expect(hit?.end ?? Infinity).toBe(firstEnd);
          if (hit !== null) {
            expect(fold(value.slice(hit.start, hit.end))).toBe(fold(phrases[hit.index]!));
            const longest = Math.max(
              ...phrases.filter((_, i) => occurs[i] && ends[i] === firstEnd).map((p) => p.length),
            );
            expect(hit.end - hit.start).toBe(longest);
          }
          const lists = [phrases.slice(0, 3), phrases.slice(3)];
          const lout = new Uint32Array(1);
          compilePhraseSet(lists, { caseInsensitive }).scan(value, lout);
          expect(lout[0]).toBe(
            (occurs.slice(0, 3).includes(true) ? 1 : 0) | (occurs.slice(3).includes(true) ? 2 : 0),
          );
        },
      ),
      { numRuns: 1000, seed: 3 },
    );
  });

  it('refuses lists that would need too much memory', () => {
    const letters = Array.from({ length: 200 }, (_, i) => String.fromCharCode(i + 40)).join('');
    expect(() => compilePhrases([letters.repeat(500)])).toThrow(
      expect.objectContaining({ code: 'pattern_too_large' }),
    );
  });
});
