import fc from 'fast-check';
import { Subject } from '../matching/index.ts';
import { isInjectionFingerprint } from './sql-fingerprints.ts';
import { hasNoSql } from './sql-harmless.ts';
import { knownSqlWords } from './sql-words.ts';
import { sqlFingerprint } from './sqli.ts';

const of = (text: string) => new Subject().ofText(text);

/** What the tokenizer may make of values that `hasNoSql` lets pass. */
const TYPES = ['1', 'n', 'o', ',', '.', ':'];

describe('values without SQL', () => {
  it('have only fingerprints that are no injections, whichever of their types they are made of', () => {
    let fingerprints = [''];
    let count = 0;
    for (let length = 1; length <= 5; length++) {
      fingerprints = fingerprints.flatMap((beginning) => TYPES.map((type) => beginning + type));
      for (const fingerprint of fingerprints) {
        count++;
        if (isInjectionFingerprint(fingerprint)) throw new Error(`${fingerprint} is an injection`);
      }
    }
    expect(count).toBe(6 + 6 ** 2 + 6 ** 3 + 6 ** 4 + 6 ** 5);
  });

  it('are made of those types, in both dialects', () => {
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
      ],
      ...[...knownSqlWords()].filter((_, index) => index % 9 === 0),
      ...['union', 'select', 'or', 'and', 'into', 'sp_password'],
    );
    const other = fc.constantFrom(
      ...[
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
        ':=',
      ],
      ...['--', '/*', '@@', '\xa0', "'", '"', '(', ';', '0', '.5', '1.', '+-'],
    );
    const value = fc.array(fc.oneof(word, other), { maxLength: 9 }).map((parts) => parts.join(''));
    let passed = 0;
    fc.assert(
      fc.property(value, (text) => {
        // A single word is no injection, whatever it means: see the spec of sqli.ts.
        if (/^\w*$/.test(text) || !hasNoSql(of(text))) return;
        passed++;
        // A value is read as the rest of a string only where it has the quote that ends it.
        expect(text).not.toMatch(/['"]/);
        for (const dialect of ['ansi', 'mysql'] as const) {
          for (const type of sqlFingerprint(text, '', dialect)) expect(TYPES).toContain(type);
        }
      }),
      { numRuns: 30_000, seed: 7 },
    );
    expect(passed).toBeGreaterThan(1500);
  });

  it.each([
    'json.items.array_0.name',
    'Jane Doe, 12 High Street',
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
