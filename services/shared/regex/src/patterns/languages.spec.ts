import fc from 'fast-check';
import {
  compileValuePattern,
  LiteralLanguage,
  type LiteralPlace,
  type TextAutomaton,
  ValueSteps,
} from '../index.ts';

function isIn(language: TextAutomaton, text: string): boolean {
  let state = language.start;
  let wasHopeless = false;
  for (let at = 0; at < text.length; at++) {
    wasHopeless ||= language.isHopeless(state);
    state = language.next(state, text.charCodeAt(at));
  }
  const accepted = language.accepts(state);
  // What is said to be lost stays so.
  return accepted && !wasHopeless;
}

const PATTERNS = [
  '',
  'ab',
  '^a',
  'b$',
  '^a$',
  '^\\z',
  '\\bab\\b',
  '^(a|b)*ab',
  '[^a]\\n?$',
  'a{2,3}',
  '(?i)A',
  '\\.a$',
  'x*$',
];
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '.', '\n', '\xe9'), maxLength: 6 });

it.each(PATTERNS)('the language of %s is what the matcher finds', (source) => {
  const pattern = compileValuePattern(source);
  const language = pattern.language();
  fc.assert(
    fc.property(text, (value) => {
      expect(isIn(language, value)).toBe(pattern.occursIn(value, new ValueSteps(), Number.POSITIVE_INFINITY));
    }),
    { numRuns: 300, examples: [[''], ['\n'], ['a\n'], ['b\n\n']] },
  );
});

const FINDS: Record<LiteralPlace, (value: string, literal: string) => boolean> = {
  whole: (value, literal) => value === literal,
  start: (value, literal) => value.startsWith(literal),
  anywhere: (value, literal) => value.includes(literal),
  end: (value, literal) => value.endsWith(literal),
};

it.each(Object.keys(FINDS) as LiteralPlace[])('literals at their place: %s', (place) => {
  const literals = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(literals, text, fc.boolean(), (wanted, value, anyCase) => {
      const compared = anyCase ? value.toLowerCase() : value;
      const expected = wanted.some((literal) => FINDS[place](compared, literal));
      expect(isIn(new LiteralLanguage(wanted, place, anyCase), value)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});
