import fc from 'fast-check';
import { byteString } from '../../test/support/arbitraries.ts';
import { type AbsenceCheck, compileAbsenceCheck, compilePattern, StepBudget } from '../index.ts';

const PATTERNS = [
  '(?i)\\bunion\\b\\s+select',
  '^\\.\\.$',
  '<[a-z][^>]*on[a-z]+=',
  "'--$",
  '%u00',
  '\\\\x[0-9a-f]{2}',
  '(a|b)\\1\\x00',
  '[\\x00=]',
];

/** Walks over the text in pieces that end at these places. */
function saysAbsent(check: AbsenceCheck, text: string, cuts: readonly number[] = []): boolean {
  const budget = new StepBudget();
  const bytes = Buffer.from(text, 'latin1');
  check.begin(1, bytes.length);
  let state = check.start;
  let at = 0;
  for (const cut of [...cuts, bytes.length]) {
    state = check.walk(state, bytes, at, cut, budget);
    if (state === 0) return false;
    at = cut;
  }
  return check.endsWithout(state, bytes.at(-1) ?? -1, budget);
}

describe('a check that no pattern occurs', () => {
  const patterns = PATTERNS.map((pattern) => compilePattern(pattern));
  const check = compileAbsenceCheck(patterns);

  it('never says so of a value in which one does, wherever the walk is taken up again', () => {
    const piece = fc.constantFrom(
      ...['union ', 'select', '..', '<a ', 'onx=', "'--", '%u00', '\\x4', 'aa\0', '\n', 'garden', ' '],
    );
    const value = fc.oneof(
      byteString(),
      fc.array(piece, { maxLength: 4 }).map((parts) => parts.join('')),
    );
    let absent = 0;
    fc.assert(
      fc.property(value, fc.array(fc.nat(), { maxLength: 3 }), (text, places) => {
        const cuts = places.map((place) => place % (text.length + 1)).sort((left, right) => left - right);
        const answer = saysAbsent(check, text);
        expect(saysAbsent(check, text, cuts)).toBe(answer);
        if (answer) absent++;
        const occurs = patterns.some((pattern) => pattern.test(text));
        if (occurs) expect(answer).toBe(false);
        // What it leaves to others without need: patterns that are only roughly searched, and values that end a line.
        else if (!answer) expect(text).toMatch(/\n$|aa|bb|ab|ba|\0/);
      }),
      { numRuns: 3000 },
    );
    expect(absent).toBeGreaterThan(500);
  });

  it('says so of plain values', () => {
    for (const value of ['', 'garden', '19.99', 'A short text about the article.', '\xe9\xff'])
      expect(saysAbsent(check, value)).toBe(true);
  });

  it('looks at stretches of bytes only', () => {
    const bytes = Buffer.from('=garden=');
    const budget = new StepBudget();
    const isAbsent = (start: number, end: number) => {
      const state = check.walk(check.start, bytes, start, end, budget);
      return state !== 0 && check.endsWithout(state, bytes[end - 1]!, budget);
    };
    expect(isAbsent(1, 7)).toBe(true);
    expect(isAbsent(0, 7)).toBe(false);
    expect(isAbsent(1, 8)).toBe(false);
  });

  it('builds no more states for what never comes again than it has credit for, and then says that it does not know', () => {
    const counting = compileAbsenceCheck([compilePattern('(?:a.{6}b|c.{7}d)[^ -~]')]);
    let unknown = 0;
    let random = 1;
    for (let round = 0; round < 400; round++) {
      let noise = '';
      while (noise.length < 64) {
        random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
        noise += 'abcd'[random >>> 30];
      }
      if (!saysAbsent(counting, noise)) unknown++;
    }
    expect(unknown).toBeGreaterThan(0);
    // Values that come again earn it back.
    for (let round = 0; round < 400; round++) saysAbsent(counting, 'a');
    expect(saysAbsent(counting, 'a garden')).toBe(true);
  });

  it('stops building where texts lead to more states than it holds', () => {
    const words = ['or', 'and', 'like', 'in', 'is', 'not', 'all', 'by'];
    const growing = compileAbsenceCheck(words.map((word) => compilePattern(`\\b${word}\\b.{0,60}\\x00`)));
    let random = 7;
    const word = (): string => {
      random = (random * 48_271) % 0x7fffffff;
      return words[random % words.length]!;
    };
    const text = () => Array.from({ length: 12 }, word).join(' ');
    /** Steps of building in one round of texts that have not come before. */
    const built = () => {
      let steps = 0;
      growing.begin(4_000, 4_000 * 40);
      for (let value = 0; value < 1_000; value++) {
        const budget = new StepBudget();
        const before = budget.buildLeft;
        const bytes = Buffer.from(text(), 'latin1');
        growing.walk(growing.start, bytes, 0, bytes.length, budget);
        steps += before - budget.buildLeft;
      }
      return steps;
    };
    const rounds = Array.from({ length: 24 }, built);
    expect(rounds[0]).toBeGreaterThan(10_000);
    expect(rounds.slice(-8)).toEqual(Array.from({ length: 8 }, () => 0));
  });
});
