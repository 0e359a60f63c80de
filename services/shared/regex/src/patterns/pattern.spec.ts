import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { meansTheSameInJavaScript, toRegExp } from '../../test/support/to-regexp.ts';
import { StepBudget } from '../budget/step-budget.ts';
import { compilePattern, type Pattern } from '../index.ts';
import { parsePattern } from '../syntax/parser.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../test/vectors');

describe('compilePattern', () => {
  it.each([
    // [pattern, subject, result]; what Perl and PCRE2 say of loops whose body may be empty
    ['(|a)*', 'aaa', [0, 0, 0, 0]],
    ['(|a)+', 'aaa', [0, 0, 0, 0]],
    ['(?:b|()|a)*', 'ba', [0, 1, 1, 1]],
    ['(a*)*', 'b', [0, 0, 0, 0]],
    ['(a*)+', 'aab', [0, 2, 2, 2]],
    ['(?:(a)|b)*', 'ab', [0, 2, 0, 1]],
    // leftmost, then preferred, not longest
    ['a|ab', 'ab', [0, 1]],
    ['(?:a|ab)(c|bcd)(d*)', 'abcd', [0, 4, 1, 4, 4, 4]],
    ['x*?y', 'xxy', [0, 3]],
    // possessive and atomic
    ['a++a', 'aaa', null],
    ['(?>a|ab)c', 'abc', null],
    ['"[^"]*+"', 'x"ab"', [1, 5]],
    ['a{1,2}+a', 'aaa', [0, 3]],
    // `^` and `$` at lines, the newline at the end of the subject being special for `^` only
    ['^b', 'a\nb', [2, 3]],
    ['^', '\n', [0, 0]],
    ['\\n^', 'a\n', null],
    ['a$', 'a\nb', [0, 1]],
    ['a\\Z', 'a\n', [0, 1]],
    ['a\\z', 'a\n', null],
    ['(?-m)a$', 'a\n', [0, 1]],
    ['(?-m)a$', 'a\nb', null],
    ['a.b', 'a\nb', [0, 3]],
    ['(?-s)a.b', 'a\nb', null],
    // look-around, back-references
    ['(?<!a)b', 'ab b', [3, 4]],
    ['(?<=ab|c)d', 'abd', [2, 3]],
    ['(?=(a+))a', 'aaa', [0, 1, 0, 3]],
    ['(?!(a)b)a', 'abac', [2, 3, -1, -1]],
    ['(\\w+) \\1', 'the the', [0, 7, 0, 3]],
    ['(?i)(a)\\1', 'aA', [0, 2, 0, 1]],
    ['\\bfoo\\b', 'afoo foo', [5, 8]],
    ['[\\x80-\\xff]+', 'a\xc3\xa9b', [1, 3]],
    ['a\\Q.*\\E+', 'a.**', [0, 4]],
    ['\\R', 'a\r\nb', [1, 3]],
    ['\\r\\R', '\r\n', [0, 2]],
  ] as const)('%j on %j gives %j', (source, subject, expected) => {
    const match = compilePattern(source).exec(subject);
    expect(match === null ? null : [...match]).toEqual(expected);
    expect(compilePattern(source).test(subject)).toBe(expected !== null);
  });

  it('searches from an offset and sees what lies before it', () => {
    const pattern = compilePattern('\\bb|^c');
    expect(pattern.exec('ab b', 1)?.[0]).toBe(3);
    expect(pattern.exec('ac', 1)).toBeNull();
    expect(pattern.exec('b', 2)).toBeNull();
  });

  it('knows which patterns are linear', () => {
    for (const source of ['a', '(?:a|b)*c', 'a*+b', '(?>[a-z]+)x', '(?![a-c])x', '(?<=\\s)x', '\\bx$']) {
      expect([source, compilePattern(source).linear]).toEqual([source, true]);
    }
    for (const source of ['(a)\\1', '(?!ab)x', '(?>a|ab)c', '(?:ab)++']) {
      expect([source, compilePattern(source).linear]).toEqual([source, false]);
    }
  });

  it.each([
    '(?:a{1000}){1000}',
    '(a{0,65535}){1000}',
    '((?:){65535}){65535}a{60000}',
    '((?:\\b){65535}+){65535}a{60000}b{9999}',
  ])('refuses %j, which would be too large', (source) => {
    expect(() => compilePattern(source)).toThrow(expect.objectContaining({ code: 'pattern_too_large' }));
  });

  it('gives up on a pattern that is not linear, within the limit, and says so', () => {
    const pattern = compilePattern('(a+)+\\1b(?<!ab)');
    const budget = new StepBudget({ backtrack: 50_000 });
    expect(pattern.test(`${'a'.repeat(60)}b`, budget)).toBe(false);
    expect(budget.exceeded).toBe(true);
    expect(budget.backtrackLeft).toBeLessThanOrEqual(0);
    budget.reset();
    expect(pattern.test('aab', budget)).toBe(false);
    expect(budget.exceeded).toBe(false);
  });

  it('finds the same captures by backtracking and by simulating all threads', () => {
    // Beyond the limit of the table of visited pairs the second is used.
    const long = `${'ab '.repeat(60_000)}xyz=12;`;
    const pattern = compilePattern('(?:(\\w+)|(\\s)|(?:(x)|(y)|(z)){3})*?(z)=(\\d+?)(\\d*);');
    const captures = [...(pattern.exec(long) ?? [])];
    const short = [...(pattern.exec(long.slice(-304)) ?? [])];
    const shift = long.length - 304;
    expect(captures[0]).toBe(0);
    expect(captures.slice(1)).toEqual(
      short.slice(1).map((position) => (position === -1 ? -1 : position + shift)),
    );
  });
});

/** In slices of one step. */
function searchedInSlices(pattern: Pattern, subject: string, from: number): Int32Array | null {
  const budget = new StepBudget();
  const search = pattern.searchInSlices(subject, from, budget, true);
  for (;;) {
    budget.beginSlice(1);
    const { done, value } = search.next();
    if (done === true) return value;
  }
}

describe('against libpcre2', () => {
  const lines = readFileSync(path.join(FIXTURES, 'pcre2-vectors.jsonl'), 'utf8').trim().split('\n');
  const vectors = lines.map((line) => JSON.parse(line) as [string, [string, number, number[] | null][]]);

  it('finds the same matches and the same groups', () => {
    let matches = 0;
    for (const [source, subjects] of vectors) {
      const pattern = compilePattern(source);
      for (const [subject, from, expected] of subjects) {
        const match = pattern.exec(subject, from);
        expect([source, subject, from, match && [...match]]).toEqual([source, subject, from, expected]);
        const withoutStates = pattern.exec(subject, from, new StepBudget({ build: 0 }));
        expect(withoutStates).toEqual(match);
        expect(pattern.find(subject, from)).toEqual(match && { start: match[0], end: match[1] });
        expect(searchedInSlices(pattern, subject, from)).toEqual(match);
        matches += expected === null ? 0 : 1;
      }
    }
    expect(vectors).toHaveLength(700);
    expect(matches).toBeGreaterThan(1500);
  });
});

describe('against V8', () => {
  const atom = fc.constantFrom(
    ...[
      'a',
      'b',
      'c',
      'A',
      '-',
      ' ',
      '\\n',
      '.',
      '\\w',
      '\\W',
      '\\s',
      '\\d',
      '[ab]',
      '[^a]',
      '[a-c1]',
      '\\x61',
      '\\h',
    ],
    ...['^', '$', '\\b', '\\B', '\\A', '\\z', '\\Z', '(?=[ab])', '(?!\\n)', '(?<=\\w)', '(?<![ab])'],
  );
  const quantifier = fc.constantFrom(
    '',
    '',
    '',
    '*',
    '+',
    '?',
    '*?',
    '+?',
    '??',
    '{2}',
    '{1,3}',
    '{0,2}?',
    '{2,}',
    '++',
    '?+',
  );
  const { pattern: sources } = fc.letrec<{ pattern: string; sequence: string; item: string }>((tie) => ({
    item: fc.oneof(
      { depthSize: 'small' },
      atom,
      fc.tuple(fc.constantFrom('a', 'b', '[ab]', '.', '\\w', '[^a]'), quantifier).map(([a, q]) => a + q),
      fc
        .tuple(fc.constantFrom('(', '(?:', '(?i:', '(?>', '(?=', '(?-s:'), tie('pattern'), quantifier)
        .map(([o, p, q]) => (o === '(?=' ? `${o}${p})` : `${o}${p})${q}`)),
    ),
    sequence: fc.array(tie('item'), { minLength: 1, maxLength: 4 }).map((items) => items.join('')),
    pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((branches) => branches.join('|')),
  }));
  const subjects = fc.array(
    fc
      .array(fc.constantFrom('a', 'a', 'b', 'b', 'c', 'A', '1', ' ', '-', '\n'), { maxLength: 12 })
      .map((c) => c.join('')),
    { minLength: 4, maxLength: 4 },
  );

  it('finds the same match and groups, for patterns that both read alike', () => {
    let compared = 0;
    let matched = 0;
    fc.assert(
      fc.property(sources, subjects, (source, values) => {
        const parsed = parsePattern(source);
        if (!meansTheSameInJavaScript(parsed.root)) {
          return;
        }
        const { regexp, groups } = toRegExp(parsed);
        const pattern = compilePattern(source);
        for (const value of values) {
          const found = regexp.exec(value);
          const expected = found && groups.flatMap((group) => found.indices?.[group] ?? [-1, -1]);
          const match = pattern.exec(value);
          expect(match && [...match]).toEqual(expected);
          expect(pattern.test(value, new StepBudget({ build: 0 }))).toBe(expected !== null);
          compared++;
          matched += expected === null ? 0 : 1;
        }
      }),
      { numRuns: 3000, seed: 7 },
    );
    expect(compared).toBeGreaterThan(2000);
    expect(matched).toBeGreaterThan(800);
  });
});
