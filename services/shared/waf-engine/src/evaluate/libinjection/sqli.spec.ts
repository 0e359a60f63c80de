import fc from 'fast-check';
import { byteString } from '../../../../regex/test/support/arbitraries.ts';
import { detectSqlInjection, sqlFingerprint } from './sqli.ts';

describe('SQL injection', () => {
  it.each([
    ["1' or '1'='1", 's&sos'],
    ['-1 union select 1,2,3', '1UE1'],
    ['1;drop table users', '1;Tn'],
    ["admin'--", 'sc'],
    ['1 and sleep(5)', '1&f(1'],
    ["' or 1=1#", 's&1c'],
    ['1/*!50000union*/select', 'X'],
    ["2010-01-01' sleep(20.to_i) '", 'sf(1n'],
    ['1 order by 10', '1B1'],
    ["x' and extractvalue(1,concat(0x7e,version()))", 's&f(1'],
    ['if(1=1,sleep(5),0)', 'f(1,f'],
  ])('%j is %s', (value, fingerprint) => {
    expect(detectSqlInjection(value)?.slice(0, fingerprint.length)).toBe(fingerprint);
  });

  it.each([
    '',
    'hello world',
    "it's five o'clock",
    'Smith & Sons',
    'sexy and 17',
    '1 union',
    'please select one',
    'fish and chips and peas',
    'Rock & Roll (live) -- the best of',
    'a-b-c-d',
    '2024-01-01T00:00:00Z',
    'user@example.com',
    '{"a": [1, 2, {"b": null}]}',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36',
    'DaVi - Open and Close Your Blinds With Your Phone!',
    'Family and friends having meal outdoors',
  ])('%j is text', (value) => {
    expect(detectSqlInjection(value)).toBeNull();
  });

  it('is found where only MySQL sees it', () => {
    expect(detectSqlInjection("1' or 1=1 #'")).not.toBeNull();
    expect(sqlFingerprint('1--1', '', 'mysql')).toBe('1');
  });

  it('is never found in letters, digits and underscores, which are not even looked at', () => {
    const piece = fc.constantFrom(
      '0b1',
      '0x1f',
      '1',
      '2e5',
      '1e',
      'union',
      'select',
      'x',
      '_',
      'f',
      'u',
      'b',
      'or',
      'sleep',
      '9',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const value = pieces.join('');
        expect(detectSqlInjection(value)).toBeNull();
        // The same by the long way: a trailing space says nothing, but is no word.
        expect(detectSqlInjection(`${value} `)).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  it('is judged without state: the order of values does not matter', () => {
    fc.assert(
      fc.property(byteString(), byteString(), (value, other) => {
        const first = detectSqlInjection(value);
        detectSqlInjection(other);
        expect(detectSqlInjection(value)).toBe(first);
      }),
    );
  });

  it('has fingerprints of at most five known letters', () => {
    fc.assert(
      fc.property(byteString(), (value) => {
        expect(sqlFingerprint(value, '', 'ansi')).toMatch(/^[1snvfkEUBTtAo&cX?(){}.,:;\\]{0,5}$/);
      }),
    );
  });
});
