import fc from 'fast-check';
import { BASE64_VALUE, BASE64_VALUE_OF_BOTH, BASE64_VALUE_WITH_BLANKS } from './base64-alphabet.ts';
import { Base64Digits, bytesOfDigits } from './base64-digits.ts';

/** In pieces that end there. */
function decoded(text: string, alphabet: Uint8Array, ends: readonly number[] = []): string {
  const digits = new Base64Digits(alphabet);
  const out = new Uint8Array(bytesOfDigits(text.length));
  let used = 0;
  let from = 0;
  for (const end of [...ends.filter((at) => at < text.length), text.length]) {
    used = digits.decode(text, from, end, out, used);
    from = end;
  }
  return Buffer.from(out.subarray(0, used)).toString('latin1');
}

it('gives back what was coded, in whatever pieces it comes', () => {
  const coded = fc.uint8Array({ maxLength: 40 }).chain((bytes) => {
    const text = Buffer.from(bytes).toString('base64');
    const ends = fc.array(fc.nat(text.length), { maxLength: 5 });
    return fc.tuple(fc.constant(bytes), fc.constant(text), ends);
  });
  fc.assert(
    fc.property(coded, ([bytes, text, ends]) => {
      const plain = Buffer.from(bytes).toString('latin1');
      const pieces = ends.toSorted((one, other) => one - other);
      expect(decoded(text, BASE64_VALUE, pieces)).toBe(plain);
      const urlSafe = Buffer.from(bytes).toString('base64url');
      expect(decoded(urlSafe, BASE64_VALUE_OF_BOTH, pieces)).toBe(plain);
    }),
  );
});

it('passes over what is no digit; only one alphabet takes a blank for one', () => {
  const plus = Buffer.from('>>>').toString('base64');
  expect(plus).toBe('Pj4+');
  expect(decoded('P!j\r\n4*+=', BASE64_VALUE)).toBe('>>>');
  expect(decoded('Pj4 ', BASE64_VALUE_WITH_BLANKS)).toBe('>>>');
  expect(decoded('Pj4 ', BASE64_VALUE_OF_BOTH)).toBe('>>');
  expect(decoded('Pj4-', BASE64_VALUE)).toBe('>>');
});
