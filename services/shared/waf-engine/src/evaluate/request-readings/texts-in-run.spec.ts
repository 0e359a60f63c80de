import fc from 'fast-check';
import { holdsTextInRun, looksForTextInRun, MIN_TEXT, textsInRun } from './texts-in-run.ts';

const ATTACK = "1' UNION SELECT login, pw FROM staff -- ";
const textsIn = (digits: string): string[] =>
  [...textsInRun(Buffer.from(digits), 0, digits.length)].flatMap((found) =>
    found === null ? [] : [found.text],
  );
const holds = (digits: string): boolean => holdsTextInRun(Buffer.from(digits), 0, digits.length);
const digitsOf = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'ABCDXYZabcxyz0189+/_-'), minLength: length, maxLength: length });

describe.each(['base64', 'base64url', 'hex'] as const)('%s', (coding) => {
  const coded = Buffer.from(ATTACK).toString(coding).replaceAll('=', '');

  it('is found behind and before any digits', () => {
    fc.assert(
      fc.property(
        fc.nat(40).chain(digitsOf),
        fc.nat(3000).chain((length) => fc.constantFrom('z', '_', 'A').map((sign) => sign.repeat(length))),
        (before, behind) => {
          const digits = before + coded + behind;
          expect(holds(digits)).toBe(true);
          expect(textsIn(digits).some((text) => text.includes('UNION SELECT login, pw FROM'))).toBe(true);
        },
      ),
      { seed: 9, numRuns: 500 },
    );
  });

  it('is none where it is shorter than any text that is told', () => {
    const short = Buffer.from('a'.repeat(MIN_TEXT - 6)).toString(coding);
    expect(textsIn(`____${short}____`)).toEqual([]);
  });
});

it('says of short ones at once what it says with pauses', () => {
  const piece = fc.oneof(
    fc.nat(30).chain(digitsOf),
    fc.constantFrom('base64', 'hex').chain((coding) =>
      fc.string({ minLength: 14, maxLength: 30 }).map((text) =>
        Buffer.from(text)
          .toString(coding as 'hex')
          .replaceAll('=', ''),
      ),
    ),
  );
  let held = 0;
  const digitsWithTexts = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(digitsWithTexts, (digits) => {
      const looking = looksForTextInRun(Buffer.from(digits), 0, digits.length);
      let answer = looking.next();
      while (answer.done !== true) answer = looking.next();
      expect(holds(digits)).toBe(answer.value);
      if (answer.value) held++;
    }),
    { seed: 11, numRuns: 3_000 },
  );
  expect(held).toBeGreaterThan(300);
});

it('finds nothing in digests, and hardly anything in random bytes', () => {
  expect(holds('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08')).toBe(false);
  let state = 7;
  const random = Buffer.from(
    Array.from({ length: 300_000 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    }),
  );
  expect(textsIn(random.toString('base64').replaceAll('=', ''))).toEqual([]);
});

it('pauses on its way', () => {
  const digits = Buffer.from('_'.repeat(100_000));
  expect([...textsInRun(digits, 0, digits.length)].filter((found) => found === null).length).toBeGreaterThan(
    20,
  );
});

it.each(['base64', 'hex'] as const)('pauses within one long text of %s', (coding) => {
  const text = ATTACK.repeat(6_000);
  const digits = Buffer.from(Buffer.from(text).toString(coding).replaceAll('=', ''));
  const found = [...textsInRun(digits, 0, digits.length)];
  expect(found.some((one) => one !== null && text.startsWith(one.text) && one.text.length > 200_000)).toBe(
    true,
  );
  const before = found.findIndex((one) => one !== null);
  expect(before).toBeGreaterThan(20);
  if (coding === 'hex') return;
  // Whether there is one is known before it has been read.
  expect(looksForTextInRun(digits, 0, digits.length).next()).toEqual({ done: true, value: true });
});
