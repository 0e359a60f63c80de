import { runToEnd } from '../../model/pausable.ts';
import { base64Text, mayBeBase64 } from './base64-text.ts';

const decode = (value: string) => runToEnd(base64Text(value, { steps: 0, isSliceOver: false }));
const base64 = (text: string | Buffer) => Buffer.from(text as string, 'latin1').toString('base64');
const TEXT = "1' OR '1'='1' -- ?~>";

describe('a text in base64', () => {
  it.each([
    ['as it is', base64(TEXT)],
    ['without padding', base64(TEXT).replace(/=+$/, '')],
    ['for URLs', Buffer.from(TEXT).toString('base64url')],
    ['in lines', base64(TEXT).replace(/.{10}/g, '$&\r\n')],
    ['whose plus signs came as blanks', base64(TEXT).replaceAll('+', ' ')],
    ['with signs between its digits', base64(TEXT).replace(/.{6}/g, '$&!')],
    ['of UTF-16', Buffer.from(TEXT, 'utf16le').toString('base64')],
    ['of a URL', `data:text/plain;base64,${base64(TEXT)}`],
  ])('is read %s', (_how, value) => {
    expect(decode(value)).toBe(TEXT);
  });

  it('may be short', () => {
    expect(decode(base64('$(id)'))).toBe('$(id)');
  });

  it('may have a byte that is none', () => {
    expect(decode(base64('select password \xff from users where 1=1'))).not.toBeNull();
  });

  it.each([
    ['a word', 'shippingAddress'],
    ['prose', 'Some ordinary words, as people write them.'],
    ['a short number', 'HybWYz4eFh'],
    ['hexadecimal digits', 'a3f5c9d2e8b7460191c2d3e4f5a6b7c8'],
    ['an image', base64('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01')],
    ['too few digits', base64('a=1')],
    ['a short text without a sign', base64('a b c')],
    ['a URL of data without base64', 'data:text/plain,hello%20world'],
  ])('is not %s', (_what, value) => {
    expect(decode(value)).toBeNull();
  });

  it('is never missed by the look at its beginning', () => {
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return (seed >> 8) % below;
    };
    const letters = "ab' =1<(ü\x01";
    const between = ['', '', '', ' ', '!', '\r\n', '+', '=', 'd'];
    let found = 0;
    for (let round = 0; round < 5_000; round++) {
      const text = Array.from({ length: 3 + random(16) }, () => letters[random(letters.length)]).join('');
      const value = base64(text).replace(/.{3}/g, (digits) => digits + between[random(between.length)]);
      const bytes = Buffer.from(`x${value}x`, 'latin1');
      if (decode(value) === null) continue;
      found++;
      expect(mayBeBase64(bytes, 1, bytes.length - 1)).toBe(true);
    }
    expect(found).toBeGreaterThan(20);
  });
});
