import { StepBudget } from '@palisade/regex';
import { runToEnd } from '../../model/pausable.ts';
import { charsetOf, charsetOfBytes, decodeCharset } from './charset.ts';

const NO_HURRY = new StepBudget();

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
    expect(runToEnd(decodeCharset(charset, text, NO_HURRY))).toBe(expected);
  });

  it('leaves alone what looks like ASCII, and says what it does not know', () => {
    for (const charset of ['', 'utf-8', 'UTF8', 'iso-8859-15', 'cp1252', 'binary', 'koi8-r'])
      expect([charset, runToEnd(decodeCharset(charset.toLowerCase(), '\xe9', NO_HURRY))]).toEqual([
        charset,
        'same',
      ]);
    for (const charset of ['ibm273', 'klingon', 'hz-gb-2312', 'utf-9'])
      expect([charset, runToEnd(decodeCharset(charset, 'a', NO_HURRY))]).toEqual([charset, 'unknown']);
  });
});

describe('long texts', () => {
  const LONG = 50_000;
  /** As RFC 2152 is done with a pattern. */
  const utf7 = (text: string): string =>
    Buffer.from(
      text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_all, digits: string) => {
        if (digits === '') return '+';
        const units = Buffer.from(digits, 'base64');
        return units
          .subarray(0, units.length & ~1)
          .swap16()
          .toString('utf16le');
      }),
    ).toString('latin1');

  it.each([
    ['utf-7', 'a+ADw-b+-', utf7],
    ['utf-7', '+ADwAPgA8', utf7],
    ['utf-7', '+2D3cqQ-', utf7],
    ['utf-7', '+', utf7],
    ['utf-16le', 'a\0<\0', (text) => text.replaceAll('\0', '')],
    ['utf-16be', '\xd8\x3d\xdc\xa9', (text) => '\xf0\x9f\x92\xa9'.repeat(text.length / 4)],
    ['utf-32be', '\0\x01\xf4\xa9', (text) => '\xf0\x9f\x92\xa9'.repeat(text.length / 4)],
    ['shift_jis', '\x82\xa0a', (text) => '\xe3\x81\x82a'.repeat(text.length / 3)],
    ['ibm037', '\x4c\x81', (text) => '<a'.repeat(text.length / 2)],
  ] as const satisfies readonly (readonly [string, string, (text: string) => string])[])(
    'of %s (%j) are decoded with pauses as at once, wherever they are cut',
    (charset, unit, expected) => {
      // Every length up to a unit's, so that all cut positions are tried.
      for (let shift = 0; shift < unit.length; shift++) {
        const text = unit.repeat(LONG / unit.length + shift);
        const budget = new StepBudget();
        budget.beginSlice(1);
        const decoding = decodeCharset(charset, text, budget);
        let pauses = -1;
        let answer: ReturnType<typeof decoding.next>;
        do {
          pauses++;
          answer = decoding.next();
        } while (answer.done !== true);
        expect(answer.value === expected(text)).toBe(true);
        expect(pauses).toBe(Math.ceil(text.length / (16 * 1024)));
      }
    },
  );
});

it('a decoder of a short value takes little room: a form may have many thousand of them', () => {
  const plain = globalThis.Uint16Array;
  let units = 0;
  globalThis.Uint16Array = new Proxy(plain, {
    construct(target, given) {
      if (typeof given[0] === 'number') units += given[0];
      return Reflect.construct(target, given);
    },
  });
  try {
    for (let count = 0; count < 100; count++) runToEnd(decodeCharset('utf-7', '+ADw-b', NO_HURRY));
  } finally {
    globalThis.Uint16Array = plain;
  }
  expect(units).toBeGreaterThan(0);
  expect(units).toBeLessThan(100 * 12);
});
