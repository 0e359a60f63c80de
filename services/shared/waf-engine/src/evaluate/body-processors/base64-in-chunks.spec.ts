import fc from 'fast-check';
import { Base64InChunks } from './base64-in-chunks.ts';

const BOUNDARY = '\r\n--b';

function decoded(text: string, boundary = BOUNDARY, step = text.length): string {
  const decoder = new Base64InChunks(text, boundary);
  for (let until = step; until < text.length + step; until += step) decoder.advance(until);
  return decoder.result();
}

describe('base64 in chunks', () => {
  it('is the usual one on a single line', () => {
    expect(decoded('PG0nPg==')).toBe("<m'>");
    expect(decoded('PG0nPg')).toBe("<m'>");
  });

  it('begins anew behind what looks like a boundary, and behind each line', () => {
    expect(decoded('PG0nPg\r\n--bPG0n')).toBe(`<m'>${Buffer.from('--bPG0n', 'base64').toString('latin1')}`);
    expect(decoded('PG0n\r\nPG0n')).toBe(
      `<m'${Buffer.from('PG', 'base64').toString('latin1')}${Buffer.from('0n', 'base64').toString('latin1')}`,
    );
  });

  it('knows no boundary where it is not a part', () => {
    expect(decoded('PG0n\r\nPG0n', '')).toBe("<m'<m'".slice(0, 4) + decoded('0n', ''));
  });

  it('comes to the same piece by piece', () => {
    const unit = fc.constantFrom('P', 'G', '0', 'n', '=', '-', 'b', '\r', '\n', ' ', '\r\n--b', '\r\n--');
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (units, step) => {
        const text = units.join('');
        expect(decoded(text, BOUNDARY, step)).toBe(decoded(text));
      }),
    );
  });
});
