import { Subject } from '@palisade/regex';
import fc from 'fast-check';
import { isInjectionFingerprint } from './sql-fingerprints.ts';
import { hasNoSql, SQL_DISMISSAL } from './sql-harmless.ts';
import { knownSqlWords } from './sql-words.ts';
import { injectionByTokens, sqlFingerprint } from './sqli.ts';

const of = (text: string) => new Subject().ofText(text);

/** Possible tokens of values that `hasNoSql` accepts: with operators, or with keywords. */
const TYPES = ['1', 'n', 't', 'f', ',', '.', ':'];

function injectionsOf(types: readonly string[]): string[] {
  let fingerprints = [''];
  const found: string[] = [];
  for (let length = 1; length <= 5; length++) {
    fingerprints = fingerprints.flatMap((beginning) => types.map((type) => beginning + type));
    found.push(...fingerprints.filter((fingerprint) => isInjectionFingerprint(fingerprint)));
  }
  expect(fingerprints).toHaveLength(types.length ** 5);
  return found;
}

describe('values without SQL', () => {
  it('have no fingerprint of an injection, whichever of their types they are made of', () => {
    expect(injectionsOf([...TYPES, 'o'])).toEqual([]);
    // A keyword between two words is one only if it is INTO.
    expect(injectionsOf([...TYPES, 'k']).filter((fingerprint) => !/^.k.$/.test(fingerprint))).toEqual([]);
    expect(hasNoSql(of('a into b'))).toBe(false);
  });

  it('are made of those types, in both dialects, and no injections when they are taken apart', () => {
    const known = [...knownSqlWords()].map(([phrase]) => phrase);
    const word = fc.constantFrom(
      ...[
        'name',
        'items',
        'array_12',
        'Smith',
        'caf\xc3\xa9',
        'sku',
        'x',
        'n',
        'e',
        'b',
        'q',
        'u',
        'nq',
        'shop',
        'the',
      ],
      ...[
        'as',
        'in',
        'for',
        'with',
        'from',
        'date',
        'text',
        'is',
        'like',
        'on',
        'union',
        'select',
        'or',
        'and',
        'into',
      ],
    );
    const other = fc.constantFrom(
      ...[
        ' ',
        ' ',
        '.',
        ',',
        '-',
        '/',
        '@',
        ':',
        '%',
        '+',
        '\t',
        '\n',
        '1',
        '12',
        '0x1f',
        '1e5',
        '1f',
        '3.5',
        '-7',
        '::',
      ],
      ...['--', '/*', '@@', '\xa0', "'", '"', '(', ';', '0', '.5', '1.', '+-', ':='],
    );
    const piece = fc.oneof(word, word, fc.constantFrom(...known), other, fc.constant(' '));
    const value = fc.array(piece, { maxLength: 9 }).map((parts) => parts.join(''));
    let passed = 0;
    fc.assert(
      fc.property(value, (text) => {
        const bytes = Buffer.from(text, 'latin1');
        const cut = text.length === 0 ? 0 : (text.length * 7) % text.length;
        const { dismisses, go, mayHold } = SQL_DISMISSAL;
        expect(dismisses(bytes, 0, bytes.length)).toBe(hasNoSql(of(text)));
        const whole = go(0, bytes, 0, bytes.length);
        const before = go(0, bytes, 0, cut);
        expect(before < 0 || mayHold(go(before, bytes, cut, bytes.length))).toBe(mayHold(whole));
        if (!mayHold(whole)) expect(hasNoSql(of(text))).toBe(true);
        if (!hasNoSql(of(text))) return;
        passed++;
        expect(injectionByTokens(text)).toBeNull();
        // A value is read as the rest of a string only where it has the quote that ends it.
        expect(text).not.toMatch(/['"]/);
        // A single word is no injection, whatever it means: see the spec of sqli.ts.
        if (/^\w*$/.test(text)) return;
        for (const dialect of ['ansi', 'mysql'] as const) {
          const types = new Set(sqlFingerprint(text, '', dialect));
          expect(types.has('o') && types.has('k')).toBe(false);
          for (const type of types) expect([...TYPES, 'o', 'k']).toContain(type);
        }
      }),
      { numRuns: 30_000, seed: 7 },
    );
    expect(passed).toBeGreaterThan(1500);
  });

  it.each([
    'json.items.array_0.name',
    'Jane Doe, 12 High Street',
    'A short text about the article, as shops have it.',
    'shop.example/catalogue/shoes',
    '2026-03-01 12:30:00',
    'caf\xc3\xa9 12,5 %',
  ])('%s is such a value', (value) => expect(hasNoSql(of(value))).toBe(true));

  it.each([
    '1union x',
    '7.eunion x',
    'a@b',
    'a union b',
    'x.select',
    'a--b',
    'a/*b',
    "it's",
    'a;b',
    '(a)',
    '@',
    'a\xa0b',
    'Select 1',
  ])('%s is left to the tokenizer', (value) => expect(hasNoSql(of(value))).toBe(false));
});
