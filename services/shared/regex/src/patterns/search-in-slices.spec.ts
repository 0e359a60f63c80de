import fc from 'fast-check';
import { byteString } from '../../test/support/arbitraries.ts';
import { compilePattern, compilePhraseSet, compilePhrases, StepBudget, Subject } from '../index.ts';

const LINEAR = [
  'abc',
  'a.*b',
  '(a+)(b|c)*d',
  '(?i)(union)\\s+(?:all\\s+)?(select)',
  '\\b(\\w+)=(?:"([^"]*)"|\'([^\']*)\')',
  '(?:a|ab)(c|bcd)(d*)',
  '(|a)*b',
  '^b|c$',
  'x*?y',
  '[^a-z]{3,9}',
  '\\n^a|a\\Z',
];
const BOUNDED = ['(a+)\\1', '(?=(a+))a.b', '(?<!a)b(c*)', '(?>a|ab)c', '(?!(a)b)a.'];
const PIECES = [
  'a',
  'b',
  'c',
  'd',
  'ab',
  'union ',
  'all ',
  'select',
  'x="',
  '"',
  "y='",
  "'",
  '\n',
  ' ',
  'yx',
  '!!!!',
];

const subjects = fc.oneof(
  byteString(),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
);

interface Sliced<Answer> {
  readonly answer: Answer;
  readonly pauses: number;
  /** The most steps in one slice. */
  readonly longest: number;
}

function inSlices<Answer>(
  begin: (budget: StepBudget) => Generator<undefined, Answer, undefined>,
  steps: number,
  {
    build,
    keepsStates = true,
    between,
  }: { build?: number; keepsStates?: boolean; between?: () => void } = {},
): Sliced<Answer> {
  const budget = new StepBudget(build === undefined ? {} : { build });
  budget.keepsStates = keepsStates;
  budget.beginSlice(steps);
  const work = begin(budget);
  for (let pauses = 0, longest = 0; ; pauses++) {
    const before = budget.steps;
    const { done, value } = work.next();
    longest = Math.max(longest, budget.steps - before);
    if (done === true) return { answer: value, pauses, longest };
    between?.();
    budget.beginSlice(steps);
  }
}

const plain = (match: Int32Array | null): number[] | null => match && [...match];
const STEPS = [1, 2, 7, 60] as const;

describe('a search in slices', () => {
  it.each([...LINEAR, ...BOUNDED])('finds where and what a whole search for %j finds', (source) => {
    const pattern = compilePattern(source);
    fc.assert(
      fc.property(
        subjects,
        subjects,
        fc.nat(3),
        fc.constantFrom(...STEPS),
        fc.constantFrom(undefined, 0, 20),
        fc.boolean(),
        (subject, other, from, steps, build, keepsStates) => {
          const between = () => pattern.exec(other);
          for (const groups of [true, false]) {
            const { answer } = inSlices(
              (budget) => pattern.searchInSlices(subject, from, budget, groups),
              steps,
              { build, keepsStates, between },
            );
            if (groups) expect(plain(answer)).toEqual(plain(pattern.exec(subject, from)));
            else {
              const span = pattern.find(subject, from);
              expect(answer && { start: answer[0], end: answer[1] }).toEqual(span);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['tries start after start', '(q)[^z]{0,9}z', `${'a q '.repeat(20_000)}qz`],
    ['carries all starts along', '(a)[^z]*z', `${'a '.repeat(30_000)}z`],
    ['follows the groups of a long match', '(?:(\\w)(\\W))+z', `${'a '.repeat(30_000)}z`],
    ['follows the groups of a longer one', '(?:(\\w)|(\\W)|(b)|(c)|(d)|(e))+z', `${'a '.repeat(500_000)}z`],
    ['tries starts on the bounded matcher', '(?<=q)(a+)\\1b', `${'qa '.repeat(20_000)}qaab`],
    ['comes to the end without a find', '(a)(?:b|c)+z$', 'abc '.repeat(30_000)],
  ])('%s, and pauses', (_name, source, subject) => {
    const STEPS_PER_SLICE = 5_000;
    const pattern = compilePattern(source);
    const expected = plain(pattern.exec(subject));
    const { answer, pauses, longest } = inSlices(
      (budget) => pattern.searchInSlices(subject, 0, budget, true),
      STEPS_PER_SLICE,
    );
    expect(plain(answer)).toEqual(expected);
    expect(pauses).toBeGreaterThan(5);
    expect(longest).toBeLessThan(STEPS_PER_SLICE * 1.5);
  });

  it('leaves the pattern as it was where it is given up', () => {
    const pattern = compilePattern('(?:(\\w)(\\W))+z');
    const subject = `${'a '.repeat(3_000)}z`;
    const expected = plain(pattern.exec(subject));
    for (let pauses = 0; pauses < 40; pauses++) {
      const budget = new StepBudget();
      const search = pattern.searchInSlices(subject, 0, budget, true);
      for (let pause = 0; pause <= pauses; pause++) {
        budget.beginSlice(500);
        search.next();
      }
      search.return(null);
      expect(plain(pattern.exec(subject))).toEqual(expected);
    }
  });
});

describe('a scan for phrases in slices', () => {
  const phrases = ['union', 'select', 'on', 'a b', '\x00\xff'];

  it('finds the phrase that a whole scan finds', () => {
    const matcher = compilePhrases(phrases);
    const long = `${'a word or two '.repeat(2_000)}union`;
    for (const subject of [long, `on${long}`, 'none'.replace('on', ''), '']) {
      const { answer, pauses } = inSlices((budget) => matcher.findInSlices(subject, budget), 1);
      expect(answer).toEqual(matcher.find(subject));
      if (subject === long) expect(pauses).toBeGreaterThan(5);
    }
  });

  it('finds the lists that a whole scan finds', () => {
    const set = compilePhraseSet([['union', 'nothing'], ['select'], ['two u'], ['wordless']]);
    const subject = new Subject().ofText(`${'a word or two '.repeat(2_000)}union SELECT`);
    const whole = new Uint32Array(1);
    set.scan(subject, whole);
    const sliced = new Uint32Array(1);
    const budget = new StepBudget();
    const progress = { position: 0, state: 0 };
    let pauses = 0;
    for (budget.beginSlice(1); !set.scanInSlices(subject, sliced, budget, progress); pauses++)
      budget.beginSlice(1);
    expect([...sliced]).toEqual([...whole]);
    expect(whole[0]).toBe(0b0111);
    expect(pauses).toBeGreaterThan(5);
    expect(progress).toEqual({ position: 0, state: 0 });
  });
});

it.each(['aa|ab+c', '(a+)\\1b'])(
  '%s: a start that is tried takes from the slice what its call takes',
  (source) => {
    const pattern = compilePattern(source);
    const subject = `${'a-'.repeat(20_000)}abc aab`;
    const pauses = (budget: StepBudget): number => {
      budget.beginSlice(10_000);
      let count = 0;
      for (
        const search = pattern.searchInSlices(subject, 0, budget, false);
        search.next().done !== true;
        count++
      )
        budget.beginSlice(10_000);
      return count;
    };
    const [first, usual, bare] = [new StepBudget(), new StepBudget(), new StepBudget()];
    bare.shortenSlice = () => undefined;
    pauses(first);
    expect(pauses(usual)).toBeGreaterThan(pauses(bare) + 10);
    expect(usual.steps).toBe(bare.steps);
  },
);
