import fc from 'fast-check';
import { replaceInSlices, testInSlices } from './pattern-in-slices.ts';
import { runToEnd } from './pausable.ts';

const NO_LIMIT = { steps: 0, isSliceOver: false };
const PATTERNS = [
  { pattern: /(?<=\w)#\w{0,40}\n/g, longest: 48 },
  { pattern: /\/\*!|\*\//g, longest: 4 },
  { pattern: /%(?![0-9a-f]{2})/gi, longest: 4 },
  { pattern: /[\x81-\xfe][\0-\xff]/g, longest: 2 },
] as const;

/** Long ones, in which everything stands on every side of where a piece ends. */
const texts = fc
  .tuple(
    fc.constantFrom('x', '#', '%', '/', '*', '\x81', ' '),
    fc.integer({ min: 8100, max: 8300 }),
    fc.array(
      fc.constantFrom('a#b\n', '#\n', '/*!', '*/', '*/*!', '%', '%4', '%41', '\x81', '\x82x', 'y', '\n'),
      {
        maxLength: 60,
      },
    ),
    fc.integer({ min: 8000, max: 10_000 }),
  )
  .map(([sign, before, parts, behind]) => sign.repeat(before) + parts.join('') + sign.repeat(behind));

it.each(PATTERNS)('$pattern finds and replaces in pieces what it does in one', (sliced) => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(runToEnd(replaceInSlices(sliced, text, '<>', NO_LIMIT))).toBe(
        text.replaceAll(sliced.pattern, '<>'),
      );
      expect(runToEnd(testInSlices(sliced, text, NO_LIMIT))).toBe(new RegExp(sliced.pattern, 'i').test(text));
    }),
  );
});

it('takes nothing for a match that only is one where a piece is cut off', () => {
  const lone = { pattern: /%(?![0-9a-f]{2})/gi, longest: 3 };
  for (let before = 8 * 1024 - 4; before <= 8 * 1024 + 4; before++) {
    const ask = (sign: string) =>
      runToEnd(testInSlices(lone, `${'x'.repeat(before)}${sign}${'x'.repeat(9_000)}`, NO_LIMIT));
    expect([before, ask('%41'), ask('%4')]).toEqual([before, false, true]);
  }
});

it('stops where a slice is over, and has what it has without', () => {
  const text = 'a%'.repeat(20_000);
  const work = replaceInSlices({ pattern: /%/g, longest: 1 }, text, '', { steps: 0, isSliceOver: true });
  let slices = 1;
  let step = work.next();
  for (; step.done !== true; step = work.next()) slices++;
  expect(slices).toBeGreaterThan(4);
  expect(step.value).toBe('a'.repeat(20_000));
});
