import fc from 'fast-check';
import { printableText } from '../records/printable.rules.ts';
import { CopyWriter } from './copy-writer.rules.ts';

/** Decodes the text format of COPY, as the database does. */
function readCopy(line: string): string[] {
  return line
    .replace(/\n$/, '')
    .split('\t')
    .map((column) => column.replace(/\\(.)/g, (_all, c: string) => ({ n: '\n', t: '\t', r: '\r' })[c] ?? c));
}

function written(write: (rows: CopyWriter) => void): string {
  const rows = new CopyWriter(8);
  write(rows);
  rows.endRow();
  return rows.written.toString('utf8');
}

describe('rows for COPY', () => {
  it('writes every kind of column', () => {
    const line = written((rows) => {
      rows.plain('2025-01-01');
      rows.number(0);
      rows.number(9_007_199_254_740_991);
      rows.boolean(true);
      rows.null();
      rows.text('a\tb\nc\\d');
    });
    expect(line).toBe('2025-01-01\t0\t9007199254740991\tt\t\\N\ta\\tb\\nc\\\\d\n');
  });

  it('writes every whole number', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(written((rows) => rows.number(value))).toBe(`${value}\n`);
      }),
    );
  });

  it.each([
    [[0x61, 0x00, 0x62], 'a\\x00b'],
    [[0xc3, 0xa4], 'ä'],
    [[0xc3], '\\xC3'],
    [[0xc0, 0xaf], '\\xC0\\xAF'],
    [[0xc2, 0x80], '\\xC2\\x80'],
    [[0xe2, 0x82, 0xac], '€'],
    [[0xed, 0xa0, 0x80], '\\xED\\xA0\\x80'],
    [[0xf0, 0x9f, 0x98, 0x80], '😀'],
    [[0xf4, 0x90, 0x80, 0x80], '\\xF4\\x90\\x80\\x80'],
    [[0x5c, 0x6e], '\\n'],
    [[0x7f], '\\x7F'],
  ])('makes text of the bytes %j', (bytes, text) => {
    expect(printableText(Uint8Array.from(bytes))).toBe(text);
  });

  it('gives the database exactly the text that is shown, whatever the bytes, and never a control character', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { minLength: 1, maxLength: 5 }), (values) => {
        const line = written((rows) => {
          for (const value of values) rows.printable(value, 0, value.length);
        });
        const texts = values.map(printableText);
        expect(readCopy(line)).toEqual(texts);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point
        for (const text of texts) expect(text).not.toMatch(/[\x00-\x1f\x7f-\x9f\ufffd]/);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps all well-formed text without control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are left out of the property
        fc.pre(!/[\x00-\x1f\x7f-\x9f]/.test(text) && text.isWellFormed());
        expect(printableText(Buffer.from(text, 'utf8'))).toBe(text);
      }),
    );
  });
});
