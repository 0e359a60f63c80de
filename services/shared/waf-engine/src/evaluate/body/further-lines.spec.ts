import { StepBudget } from '@palisade/regex';
import fc from 'fast-check';
import { beginsDocumentOnFurtherLine } from './further-lines.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const PATTERN = /(?:[\n-\r\x1c-\x1e]|\xc2\x85|\xe2\x80[\xa8\xa9])[ \t]*[{["]/;

const answer = (text: string, budget = new StepBudget()) => {
  const run = beginsDocumentOnFurtherLine(text, budget);
  let pauses = 0;
  for (let next = run.next(); ; next = run.next()) {
    if (next.done) return { found: next.value, pauses };
    pauses++;
    budget.beginSlice(10_000);
  }
};

it('finds what a pattern finds', () => {
  const unit = fc.constantFrom(
    ...'a \t{["\n\r\x0b\x1c\x1e\x1f\x85\xa8\xa9\x80\xc2\xe2',
    '\xc2\x85',
    '\xe2\x80\xa8',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      expect(answer(text).found).toBe(PATTERN.test(text));
    }),
    { numRuns: 20_000 },
  );
});

it('pauses in a long text, and goes on where it was', () => {
  const budget = new StepBudget();
  budget.beginSlice(10_000);
  const blanks = ' '.repeat(300_000);
  expect(answer(`a\n${blanks}{`, budget)).toMatchObject({ found: true, pauses: 4 });
  expect(answer(`a${blanks}{`).found).toBe(false);
});
