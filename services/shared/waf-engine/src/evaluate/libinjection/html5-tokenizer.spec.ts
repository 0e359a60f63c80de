import fc from 'fast-check';
import { byteString } from '../../../../regex/test/support/arbitraries.ts';
import { type Html5Context, Html5Tokenizer } from './html5-tokenizer.ts';

const CONTEXTS: readonly Html5Context[] = [
  'data',
  'unquoted',
  'single-quoted',
  'double-quoted',
  'back-quoted',
];

describe('the HTML tokenizer', () => {
  it.each<[string, Html5Context, string[]]>([
    ['a<b c="d">e</b>', 'data', ['a', 'b', 'c', 'd', '>', 'e', 'b']],
    ['<br/>', 'data', ['br', '/>']],
    ['<!-- a --><!b><?c><%d%>', 'data', [' a ', 'b', 'c', 'd']],
    ['<![CDATA[a]]]>', 'data', ['a]']],
    ['<!DOCTYPE x>', 'data', ['DOCTYPE x']],
    ['x=y z', 'unquoted', ['x', 'y', 'z']],
    ["a' b", 'single-quoted', ['a', 'b']],
    ['a" b', 'double-quoted', ['a', 'b']],
    ['a` b', 'back-quoted', ['a', 'b']],
    ["<a b=c d = 'e' f=\"", 'data', ['a', 'b', 'c', 'd', 'e', 'f', '']],
    ['<', 'data', []],
    ['< a', 'data', ['<', ' a']],
  ])('%j in %s', (text, context, pieces) => {
    const tokenizer = new Html5Tokenizer();
    tokenizer.reset(text, context);
    const found: string[] = [];
    while (tokenizer.next()) found.push(text.substr(tokenizer.start, tokenizer.length));
    expect(found).toEqual(pieces);
  });

  it('gives tokens one after another, within the value, and ends', () => {
    fc.assert(
      fc.property(byteString(), fc.constantFrom(...CONTEXTS), (value, context) => {
        const tokenizer = new Html5Tokenizer();
        tokenizer.reset(value, context);
        let count = 0;
        let end = 0;
        while (tokenizer.next()) {
          expect(tokenizer.start).toBeGreaterThanOrEqual(end - 1);
          end = tokenizer.start + tokenizer.length;
          expect(end).toBeLessThanOrEqual(value.length);
          expect(++count).toBeLessThanOrEqual(value.length + 1);
        }
      }),
      { numRuns: 500 },
    );
  });
});

it.each(['\0', '\t', ' ', '\v', '\r', '/', '=', '>', '<', '\xa0'])(
  'long names end as short ones do: %j',
  (sign) => {
    const tokens = (name: string): string[] => {
      const text = `<${name}${sign}b c${name}${sign}d e=f${name}${sign}g>`;
      const tokenizer = new Html5Tokenizer();
      tokenizer.reset(text, 'data');
      const found: string[] = [];
      while (tokenizer.next())
        found.push(
          `${tokenizer.type} ${text.slice(tokenizer.start, tokenizer.start + tokenizer.length).replaceAll(name, 'NAME')}`,
        );
      return found;
    };
    expect(tokens('n'.repeat(3_000))).toEqual(tokens('n'.repeat(30)));
  },
);
