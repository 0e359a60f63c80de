import { equalNames, SIGNS } from './equal-names.ts';

const pairsOf = (text: string) => [...equalNames(text)].filter((pair) => pair !== null);

describe('values of equal names', () => {
  it.each([
    ["a=1'/*&b=2&a=*/or+1", [['a', "1'/*,*/or 1"]]],
    ['a=%27&A=2', [['a', "',2"]]],
    ['a%5b%5d=(&a[]=)', [['a[]', '(,)']]],
    [
      "a=1'/*&a=&a=*/or+1",
      [
        ['a', "1'/*,,*/or 1"],
        ['a', "1'/*,*/or 1"],
      ],
    ],
    ['%ef%bb%bfa=(&a%00=)', [['\xef\xbb\xbfa', '(,)']]],
    ['%eb%bfa=(&a=)', [['\xeb\xbfa', '(,)']]],
    ["x'/*&a=1&*/y", [['', "x'/*,*/y"]]],
    [
      'a=(&A=1&a=)',
      [
        ['a', '(,)'],
        ['a', '(,1,)'],
      ],
    ],
  ])('of %j are read as one', (text, pairs) => expect(pairsOf(text)).toEqual(pairs));

  it.each([
    ['words', 'a=red&a=blue+green&a=3.5'],
    ['one of each', "a='&b='"],
    ['names in UTF-8', '%c3%a4=(&%c3%b6=)'],
    ['names alone', 'a&a&b=('],
    ['one pair', "a='"],
  ])('of %s are not', (_what, text) => expect(pairsOf(text)).toEqual([]));

  it('are read as one for each sign, as it is and escaped', () => {
    for (let byte = 0x20; byte < 0x7f; byte++) {
      const character = String.fromCharCode(byte);
      const forms = [`%${byte.toString(16)}`, ...('&%'.includes(character) ? [] : [character])];
      for (const form of forms)
        expect([form, pairsOf(`a=${form}x&a=1`).length]).toEqual([form, SIGNS.includes(character) ? 1 : 0]);
    }
  });

  it('are read in pieces where they are many or long, each with the next', () => {
    const many = pairsOf('a=(123456789&'.repeat(10_000));
    expect(many.length).toBeGreaterThan(5);
    expect(Math.max(...many.map(([, value]) => value.length))).toBeLessThan(20_000);
    const long = pairsOf(`a=${'x'.repeat(100_000)}/*&a=*/'${'y'.repeat(100_000)}`);
    expect(long).toHaveLength(1);
    expect(long[0]![1]).toContain("/*,*/'");
    expect(long[0]![1].length).toBeLessThan(20_000);
  });
});
