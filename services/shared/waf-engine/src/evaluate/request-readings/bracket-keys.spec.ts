import { bracketKeys, mayHaveBracketKeys } from './bracket-keys.ts';

describe('keys in the brackets of a name', () => {
  it.each([
    ['filter[<b>][]', ['<b>']],
    ['a[x y][1][z=1]', ['x y', 'z=1']],
    ['a[b[c d]]', ['b[c d']],
    ['filter[JyBvciAxPTE][]', ['JyBvciAxPTE']],
    ['filter[27206f7220313d31]', ['27206f7220313d31']],
    ['a[b', []],
    ['acf[field_5f][$in][og:title]', []],
    ['plain', []],
  ])('%s', (name, keys) => {
    expect(bracketKeys(name)).toEqual(keys);
    const bytes = Buffer.from(name, 'latin1');
    if (keys.length > 0) expect(mayHaveBracketKeys(bytes, 0, bytes.length)).toBe(true);
  });

  it('end where no server follows', () => {
    expect(bracketKeys(`a${'[<]'.repeat(1000)}`)).toHaveLength(64);
  });

  it('take one look at a name of brackets that nothing closes', () => {
    expect(bracketKeys('['.repeat(1_000_000))).toEqual([]);
  });

  it('are not looked for in names of words', () => {
    const bytes = Buffer.from('acf[field_5f][$in][0][]', 'latin1');
    expect(mayHaveBracketKeys(bytes, 0, bytes.length)).toBe(false);
  });
});
