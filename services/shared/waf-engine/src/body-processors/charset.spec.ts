import { charsetOf, charsetOfBytes, decodeCharset } from './charset.ts';

const bytes = (...codes: number[]) => String.fromCharCode(...codes);

describe('character sets of bodies', () => {
  it.each([
    ['text/plain; charset=UTF-16', 'utf-16'],
    ['text/plain;charset="IBM037"', 'ibm037'],
    ["text/plain; a=b ; charset = 'x'", 'x'],
    ['text/plain', ''],
  ])('finds the name in %s', (contentType, charset) => {
    expect(charsetOf(contentType)).toBe(charset);
  });

  it.each([
    [bytes(0xff, 0xfe, 0x41, 0), 'utf-16le'],
    [bytes(0xfe, 0xff, 0, 0x41), 'utf-16be'],
    [bytes(0xff, 0xfe, 0, 0), 'utf-32le'],
    [bytes(0x7b, 0, 0x22, 0), 'utf-16le'],
    [bytes(0, 0x7b, 0, 0x22), 'utf-16be'],
    [bytes(0, 0, 0, 0x7b), 'utf-32be'],
    [bytes(0x4c, 0x6f, 0xa7, 0x94), 'ibm037'],
    ['{"a":1}', ''],
    ['', ''],
    [bytes(0, 0, 0, 0), ''],
  ])('sees it in the first bytes of %j', (text, charset) => {
    expect(charsetOfBytes(text)).toBe(charset);
  });

  it.each([
    ['utf-16le', bytes(0x3c, 0, 0xfc, 0), '<\xc3\xbc'],
    ['utf-16', bytes(0, 0x3c, 0, 0x61), '<a'],
    ['utf-32be', bytes(0, 0, 0, 0x3c, 0, 0x11, 0, 0), '<\xef\xbf\xbd'],
    ['utf-7', '+ADw-script+AD4-1 +- 2', '<script>1 + 2'],
    ['ibm037', bytes(0x4c, 0x81, 0x6e, 0xba), '<a>['],
    ['cp500', bytes(0x4c, 0x81, 0x6e, 0x4a), '<a>['],
    ['ibm-1047', bytes(0x4c, 0x81, 0x6e, 0xad), '<a>['],
    ['iso-2022-jp', 'UN\x1b(BION', 'UNION'],
  ])('decodes %s', (charset, text, expected) => {
    expect(decodeCharset(charset, text)).toBe(expected);
  });

  it('leaves alone what looks like ASCII, and says what it does not know', () => {
    for (const charset of ['', 'utf-8', 'UTF8', 'iso-8859-15', 'cp1252', 'binary', 'koi8-r'])
      expect([charset, decodeCharset(charset.toLowerCase(), '\xe9')]).toEqual([charset, 'same']);
    for (const charset of ['ibm273', 'klingon', 'hz-gb-2312', 'utf-9'])
      expect([charset, decodeCharset(charset, 'a')]).toEqual([charset, 'unknown']);
  });
});
