import fc from 'fast-check';
import { byteString } from '../../../../regex/test/support/arbitraries.ts';
import { emptyToken } from './sql-token.ts';
import { type SqlDialect, type SqlQuote, SqlTokenizer } from './sql-tokenizer.ts';

describe('the SQL tokenizer', () => {
  it.each([
    ['select 1', 'E1'],
    ["'a''b' \"c\\\"d\" e'f'", 'sss'],
    ["N'x' nq'[a]b]' q'(a)' u&'x'", 'ssss'],
    ["b'01' x'0f' b'2'", '11ns'],
    ['1 1.5 .5 1e3 1.e 0x1f 0b1 0x 1f', '1111n11n1'],
    ['. a.b select.b', '.nE.n'],
    ['`sleep` `x` [a b', 'fnn'],
    ["@a @@b @`c` @'d' @", 'vvvvv'],
    ['$1,000.00 $$a$$ $t$a$t$ $x', '1ssnn'],
    ['<=> :: || && ! : x', 'oo&&o:n'],
    ['/* a */ /*! b */ /* /* */ -- c', 'cXXc'],
    ['\\N \\ ? ]', '1\\??'],
  ])('%j', (text, types) => {
    expect(typesOf(text)).toBe(types);
  });

  it('takes # and -- for comments by dialect', () => {
    expect(typesOf('1#2')).toBe('1o1');
    expect(typesOf('1#2', '', 'mysql')).toBe('1c');
    expect(typesOf('1--2')).toBe('1c');
    expect(typesOf('1--2', '', 'mysql')).toBe('1oo1');
    expect(typesOf('1-- 2', '', 'mysql')).toBe('1c');
  });

  it('begins within quotes when told so', () => {
    expect(typesOf("a' or 1", "'")).toBe('s&1');
    expect(typesOf('a" or 1', '"')).toBe('s&1');
  });

  it('cuts values, and counts tokens and doubtful comments', () => {
    const tokenizer = new SqlTokenizer();
    tokenizer.reset(`${'x'.repeat(100)} #`, '', 'ansi');
    const token = emptyToken();
    tokenizer.next(token);
    expect(token).toMatchObject({ type: 'n', text: 'x'.repeat(31) });
    while (tokenizer.next(token));
    expect(tokenizer.tokenCount).toBe(2);
    expect(tokenizer.doubtfulComments).toBe(1);
  });

  it('always moves forward, and ends', () => {
    fc.assert(
      fc.property(byteString(), fc.constantFrom<SqlQuote>('', "'", '"'), (value, quote) => {
        const tokenizer = new SqlTokenizer();
        tokenizer.reset(value, quote, 'ansi');
        const token = emptyToken();
        let before = -1;
        while (tokenizer.next(token)) {
          expect(tokenizer.position).toBeGreaterThan(before);
          expect(tokenizer.position).toBeLessThanOrEqual(value.length);
          before = tokenizer.position;
        }
        expect(tokenizer.position).toBe(value.length);
      }),
      { numRuns: 500 },
    );
  });
});

function typesOf(text: string, quote: SqlQuote = '', dialect: SqlDialect = 'ansi'): string {
  const tokenizer = new SqlTokenizer();
  tokenizer.reset(text, quote, dialect);
  const token = emptyToken();
  let types = '';
  while (tokenizer.next(token)) types += token.type;
  return types;
}
