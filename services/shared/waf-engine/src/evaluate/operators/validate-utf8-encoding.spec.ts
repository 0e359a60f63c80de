import { locationOf, matches } from '../../../test/support/operator-context.ts';

describe('@validateUtf8Encoding', () => {
  it.each([
    ['', 'a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80', false],
    ['', '\xc3', true],
    ['', '\xc3(', true],
    ['', '\xa9', true],
    ['', '\xc0\xaf', true],
    ['', '\xe0\x80\xaf', true],
    ['', '\xf0\x80\x80\xaf', true],
    ['', '\xed\xa0\x80', true],
    ['', '\xf5\x80\x80\x80', true],
    ['', '\xff', true],
    ['', '', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('validateUtf8Encoding', argument, value)).toBe(expected);
  });

  it('locates the first wrong byte', () => {
    expect(locationOf('validateUtf8Encoding', '', 'a\xc3\xa9\xc0\xaf')).toEqual([3, 1]);
  });

  it('agrees with the platform on every character, and on the surrogates', () => {
    const wrong: number[] = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += codePoint < 0x11000 ? 1 : 97) {
      const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
      if (matches('validateUtf8Encoding', '', encode(codePoint)) !== isSurrogate) wrong.push(codePoint);
    }
    expect(wrong).toEqual([]);
  });
});

function encode(codePoint: number): string {
  if (codePoint < 0xd800 || codePoint > 0xdfff) {
    return Buffer.from(String.fromCodePoint(codePoint), 'utf8').toString('latin1');
  }
  return String.fromCharCode(
    0xe0 | (codePoint >> 12),
    0x80 | ((codePoint >> 6) & 0x3f),
    0x80 | (codePoint & 0x3f),
  );
}
