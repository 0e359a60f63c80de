/**
 * Patterns that are asked of long texts window by window say what they say of the whole: those that are in use, at texts of their own
 * signs on every side of where a window ends. With too short a look behind it, each is caught.
 */
import fc from 'fast-check';
import { HOLDS, isRemarkableInSlices, isRemarkableText } from '../../src/evaluate/body/remarkable-text.ts';
import { PAIRS } from '../../src/evaluate/body-processors/charset.ts';
import { MAX_LINE_COMMENT } from '../../src/evaluate/body-processors/odd-bytes.ts';
import { BRACKET } from '../../src/evaluate/request-readings/bracket-names.ts';
import { databaseReadings, READINGS } from '../../src/evaluate/request-readings/database-readings.ts';
import { replaceInSlices, type SlicedPattern, testInSlices } from '../../src/model/pattern-in-slices.ts';
import { runToEnd } from '../../src/model/pausable.ts';

const SEED = 2026;
const NO_LIMIT = { steps: 0, isSliceOver: false };
const WINDOW = 8 * 1024;
const word = 'w'.repeat(MAX_LINE_COMMENT);

/** What any of the patterns is made of, and what comes near to it. */
const SIGNS = [
  ...['a', "'", '"', '`', ')', ']', ' ', '\n', '\r\n', '\r', '\0', '\x01', '\x1f', '\xa0', '\xc2\xa0', '='],
  ...['#', '--', '#w\n', '--w\r\n', `#${word}\n`, `--${word}\r\n`, `#${word}w\n`, `--${word}`, '-', '/', '*'],
  ...[
    '/*',
    '*/',
    '/*!',
    '/*!50000',
    '/*!1234567',
    `a/*${'c'.repeat(40)}*/b`,
    `a/*${'c'.repeat(41)}*/b`,
    'a/**/b',
  ],
  ...[
    '%a%b%c',
    '%',
    '%2',
    '%27',
    '%5d=',
    '%5D=',
    '%5d',
    ']=',
    '%a',
    '%=',
    '%%',
    '%\n',
    '\\',
    '&',
    '&#',
    '&a',
    '\x81',
    '\xfe@',
  ],
] as const;
/** Hardly any pattern finds something in it, so that what it finds is among the signs. */
const FILLERS = ['x', ' ', '-', '1', ']', '\n'] as const;

const texts = fc
  .tuple(
    fc.constantFrom(...FILLERS),
    fc.integer({ min: -64, max: 8 }),
    fc.array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 24 }),
    fc.constantFrom(...FILLERS),
    fc.integer({ min: 0, max: 2 * WINDOW }),
    fc.array(fc.constantFrom(...SIGNS), { maxLength: 12 }),
  )
  .map(([before, offset, first, between, length, second]) =>
    [before.repeat(WINDOW + offset), ...first, between.repeat(length), ...second].join(''),
  );

const IN_USE: Readonly<Record<string, SlicedPattern>> = {
  'what a text holds': HOLDS,
  'a name in brackets': BRACKET,
  ...Object.fromEntries(
    READINGS.flatMap(([sign, left], index) => [
      [`sign ${index} of databases`, sign],
      [`what databases leave out, ${index}`, left],
    ]),
  ),
  ...Object.fromEntries([...PAIRS].map(([set, pattern]) => [`pairs of ${set}`, { pattern, longest: 2 }])),
};

const saysTheSame = (sliced: SlicedPattern) =>
  fc.property(texts, (text) => {
    const whole = new RegExp(sliced.pattern, sliced.pattern.flags.replace('g', ''));
    return (
      runToEnd(testInSlices(sliced, text, NO_LIMIT)) === whole.test(text) &&
      runToEnd(replaceInSlices(sliced, text, '<>', NO_LIMIT)) === text.replaceAll(sliced.pattern, '<>')
    );
  });

describe.each(Object.entries(IN_USE))('%s', (_name, sliced) => {
  it('says of windows what it says of the whole', () => {
    fc.assert(saysTheSame(sliced), { seed: SEED, numRuns: 600 });
  });

  it('is caught where a window ends too early', () => {
    const outcome = fc.check(saysTheSame({ ...sliced, longest: 0 }), { seed: SEED, numRuns: 2_000 });
    expect(outcome.failed).toBe(true);
  });
});

it('whether a text is remarkable is the same in windows', () => {
  const same = fc.property(
    texts,
    (text) => runToEnd(isRemarkableInSlices(text, NO_LIMIT)) === isRemarkableText(text),
  );
  fc.assert(same, { seed: SEED, numRuns: 1_000 });
});

it('readings of databases are the same in windows', () => {
  const same = fc.property(texts, (text) => {
    const whole = READINGS.flatMap(([sign, left, replacement]) =>
      new RegExp(sign.pattern, sign.pattern.flags.replace('g', '')).test(text)
        ? [text.replaceAll(left.pattern, replacement)]
        : [],
    );
    expect(runToEnd(databaseReadings(text, NO_LIMIT))).toEqual(whole);
  });
  fc.assert(same, { seed: SEED, numRuns: 600 });
});
