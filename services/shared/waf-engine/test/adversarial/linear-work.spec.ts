/**
 * No value that a stranger sends makes a transformation or an operator do more than a bounded number of steps for each of its
 * bytes. Steps are counted, not timed (see `count-steps.ts`), at 8 KB and at 16 KB (the detectors at 64 KB): twice the
 * bytes, at most twice the steps.
 */
import { operators } from '../../src/evaluate/operators/index.ts';
import { transformations } from '../../src/evaluate/transformations/index.ts';
import { countSteps } from '../support/count-steps.ts';
import { HOSTILE_VALUES } from '../support/hostile-values.ts';
import { compileOperator, RecordingContext } from '../support/operator-context.ts';

const SHORT = 8 * 1024;
const LONG = 16 * 1024;
/** Reading a value twice or three times and looking a few bytes ahead is what the most thorough of them do. */
const STEPS_PER_BYTE = 16;
/** `@detectSQLi` and `@detectXSS` read a value up to five times, in as many contexts. */
const STEPS_PER_BYTE_OF_DETECTORS = 60;
/** `@verifyCC \\d+` looks at up to 64 matches for each byte, and reads each when it is found and when it is checked. */
const STEPS_PER_BYTE_OF_MATCHERS = 256;
const FIXED_STEPS = 2_000;

/** Operators that need an argument of their own, and read each byte a few times. */
const WITH_ARGUMENT = [
  ['ipMatch', '10.0.0.0/8,2001:db8::/32'],
  ['ipMatchF', 'networks'],
  ['ipMatchFromFile', 'networks'],
  ['validateByteRange', '0-255'],
] as const;
/** Operators that look for something that the rule names. */
const MATCHERS = [
  ['pm', 'select union a1 <script'],
  ['pmF', 'phrases'],
  ['pmFromFile', 'phrases'],
  ['rx', '(?i)(?:sel|un)[a-z]+\\s+x'],
  ['rxGlobal', '(a)|(1+)'],
  ['verifyCC', '\\d{13,16}'],
  ['verifyCC', '\\d+'],
  ['verifyCPF', '[\\d.-]{11,14}'],
  ['verifySSN', '\\d{3}-?\\d{2}-?\\d{4}'],
  ['verifySVNR', '\\d{4} ?\\d{6}'],
] as const;
const FILES = { networks: '10.0.0.0/8\n2001:db8::/32\n', phrases: 'select\nunion\na1\n<script\n' };
const OWN_CASES = new Set([...WITH_ARGUMENT, ...MATCHERS].map(([name]) => name.toLowerCase()));
const UNSUPPORTED = [
  'fuzzyhash',
  'gsblookup',
  'inspectfile',
  'rsub',
  'validatedtd',
  'validatehash',
  'validateschema',
];
const PLAIN = Object.keys(operators).filter(
  (name) => !OWN_CASES.has(name) && !UNSUPPORTED.includes(name) && !name.startsWith('detect'),
);

/** Synonyms once. */
const TRANSFORMATIONS = [...new Map(Object.entries(transformations).map(([name, entry]) => [entry, name]))];

describe.each(TRANSFORMATIONS.map(([{ apply }, name]) => ({ name, apply })))('t:$name', ({ apply }) => {
  it('does linear work', () => {
    expect(nonLinear((value) => apply(value), STEPS_PER_BYTE)).toEqual([]);
  });
});

describe.each(PLAIN)('@%s', (name) => {
  it.each(['a', '1', ' ', 'ab'])('does linear work with the argument %j', (argument) => {
    const operator = compileOperator(name, argument);
    expect(nonLinear((value) => operator.evaluate(value, new RecordingContext()), STEPS_PER_BYTE)).toEqual(
      [],
    );
  });
});

describe.each(['detectSQLi', 'detectXSS'])('@%s', (name) => {
  it('does linear work', () => {
    const operator = compileOperator(name);
    const work = (value: string) => operator.evaluate(value, new RecordingContext(true));
    expect(nonLinear(work, STEPS_PER_BYTE_OF_DETECTORS, 64 * 1024)).toEqual([]);
  });
});

describe.each(WITH_ARGUMENT)('@%s', (name, argument) => {
  it('does linear work', () => {
    const operator = compileOperator(name, argument, FILES);
    expect(nonLinear((value) => operator.evaluate(value, new RecordingContext()), STEPS_PER_BYTE)).toEqual(
      [],
    );
  });
});

describe.each(MATCHERS)('@%s %s', (name, argument) => {
  it('does linear work', () => {
    const operator = compileOperator(name, argument, FILES);
    // Automata build their states on the first values.
    for (const { of } of HOSTILE_VALUES) operator.evaluate(of(64), new RecordingContext());
    const work = (value: string) => operator.evaluate(value, new RecordingContext());
    expect(excessive(work, STEPS_PER_BYTE_OF_MATCHERS)).toEqual([]);
  });
});

/** The hostile values that take more steps than they may, each with its counts. */
function nonLinear(work: (value: string) => unknown, stepsPerByte: number, large = LONG): string[] {
  const offenders: string[] = [];
  for (const { title, of } of HOSTILE_VALUES) {
    const [short, long] = [SHORT, large].map((length) => {
      const value = of(length);
      return countSteps(() => work(value));
    }) as [number, number];
    const isBounded = long <= large * stepsPerByte + FIXED_STEPS;
    const isLinear = long <= short * (large / SHORT) * 1.1 + FIXED_STEPS;
    if (!isBounded || !isLinear)
      offenders.push(`${title}: ${short} steps for ${SHORT} bytes, ${long} for ${large}`);
  }
  return offenders;
}

/**
 * As `nonLinear`, for work that ends at the first byte that answers, so that a longer value can take less than its share: only
 * the bound is asserted, which anything quadratic would exceed many times over.
 */
function excessive(work: (value: string) => unknown, stepsPerByte: number): string[] {
  return HOSTILE_VALUES.flatMap(({ title, of }) =>
    [SHORT, LONG].flatMap((length) => {
      const value = of(length);
      const steps = countSteps(() => work(value));
      return steps <= length * stepsPerByte + FIXED_STEPS
        ? []
        : [`${title}: ${steps} steps for ${length} bytes`];
    }),
  );
}
