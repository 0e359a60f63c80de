import { PatternError } from '../syntax/pattern-error.ts';
import { assertPattern, compileValuePattern, ValueSteps } from './value-pattern.ts';

const PLENTY = 1_000_000;
const occurs = (source: string, value: string, caseInsensitive = false) =>
  compileValuePattern(source, { caseInsensitive }).occursIn(value, new ValueSteps(), PLENTY);

const refusalOf = (source: string): string => {
  try {
    assertPattern(source);
  } catch (error) {
    if (error instanceof PatternError) return error.code;
    throw error;
  }
  return 'accepted';
};

describe('patterns that owners type', () => {
  it.each([
    ['admin', '/admin', true],
    ['^/admin$', '/admin', true],
    ['^/admin$', '/x\n/admin', false],
    ['^/admin$', '/admin\n/x', false],
    ['a.b', 'a\nb', true],
    ['Admin', '/admin', false],
    ['^(GET|HEAD)$', 'GET', true],
    ['é', 'caf\xc3\xa9', true],
    ['(?i)ADMIN', '/admin', true],
    ['\\d{3,}', 'a1234', true],
    ['', 'anything', true],
  ])('%j in %j: %j', (source, value, expected) => {
    expect(occurs(source, value)).toBe(expected);
  });

  it('fold ASCII letters where they shall', () => {
    expect(occurs('curl/[a-z]', 'CURL/X', true)).toBe(true);
    expect(occurs('\xe9', '\xc3\x89', true)).toBe(false);
  });

  it.each([
    ['(', 'pattern_syntax'],
    ['a{3,1}', 'pattern_syntax'],
    ['[a', 'pattern_syntax'],
    ['\\y', 'pattern_syntax'],
    ['(a+)\\1', 'pattern_unsupported'],
    ['(?!ab)c', 'pattern_unsupported'],
    ['\\p{L}', 'pattern_unsupported'],
    ['a{2000}', 'pattern_too_large'],
    ['((((a{99}){99}){99}){99}){99}', 'pattern_too_large'],
    ['((?:a?){50}){50}', 'pattern_too_large'],
    ['(?:a|b|c){50}', 'accepted'],
    ['^/wp-(?:login|admin)', 'accepted'],
  ])('%j: %s', (source, outcome) => {
    expect(refusalOf(source)).toBe(outcome);
  });

  it('end when their steps are used up, wherever that is, and say so', () => {
    const pattern = compileValuePattern('(?:a|b)*[ab]{60}c');
    const value = 'ab'.repeat(8_000);
    const steps = new ValueSteps();
    expect(pattern.occursIn(value, steps, 20_000)).toBeNull();
    // One byte at worst, a new state each: its threads, and as many places, at four steps each.
    expect(steps.spent).toBeLessThan(20_000 + 16 * 1_000);
    expect(pattern.occursIn('x', steps, 1_000)).toBe(false);
    expect(pattern.occursIn(value, new ValueSteps(), Number.POSITIVE_INFINITY)).toBe(false);
  });

  it('answer the same with a fresh request after one that ran out', () => {
    const pattern = compileValuePattern('[ab]{40}c$');
    const steps = new ValueSteps();
    expect(pattern.occursIn('ab'.repeat(4_000), steps, 500)).toBeNull();
    steps.reset();
    expect(steps.spent).toBe(0);
    expect(pattern.occursIn(`${'ab'.repeat(30)}c`, steps, PLENTY)).toBe(true);
    expect(pattern.occursIn(`${'ab'.repeat(30)}cd`, steps, PLENTY)).toBe(false);
  });

  it('say where they occur, unless telling is too much work', () => {
    const pattern = compileValuePattern('wp-[a-z]+');
    expect(pattern.locate('/x/wp-login.php', new ValueSteps())).toEqual({ start: 3, end: 11 });
    expect(pattern.locate('/x', new ValueSteps())).toBeNull();
    expect(pattern.locate(`${'x'.repeat(32_768)}wp-a`, new ValueSteps())).toBeNull();
  });
});

/** Deterministic; the sequence is the same in every run. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

const ATOMS = ['a', 'b', '/', '.', '[ab]', '[^a]', '\\d', '\\w', '(?:ab|c)', '(a|b)', '\\.', '1'];
const COUNTS = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '*?'];

function generatedPattern(pick: (below: number) => number): string {
  const branch = () => {
    let text = '';
    for (let left = 1 + pick(4); left > 0; left--) {
      text += ATOMS[pick(ATOMS.length)]! + COUNTS[pick(COUNTS.length)]!;
    }
    return text;
  };
  const body = pick(3) === 0 ? `(?:${branch()}|${branch()})` : branch();
  return (pick(4) === 0 ? '^' : '') + body + (pick(4) === 0 ? '(?![^])' : '');
}

it('occur where V8 finds them, and there', () => {
  const pick = generator(20_261_122);
  const letters = 'abc/.1 \n';
  let found = 0;
  for (let round = 0; round < 1_500; round++) {
    const source = generatedPattern(pick);
    const pattern = compileValuePattern(source.replace('(?![^])', '\\z'));
    const reference = new RegExp(source, 's');
    for (let index = 0; index < 6; index++) {
      const value = Array.from({ length: pick(12) }, () => letters[pick(letters.length)]!).join('');
      const expected = reference.exec(value);
      const span = expected && { start: expected.index, end: expected.index + expected[0].length };
      const steps = new ValueSteps();
      expect([source, value, pattern.occursIn(value, steps, PLENTY)]).toEqual([source, value, span !== null]);
      expect([source, value, pattern.locate(value, steps)]).toEqual([source, value, span]);
      if (span !== null) found++;
    }
  }
  expect(found).toBeGreaterThan(2_000);
});
