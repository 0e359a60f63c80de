import fc from 'fast-check';
import type { ByteString } from '../../src/bytes/byte-string.ts';

/** Fragments that decoders, tokenizers and parsers treat specially, so that random values get past their first byte. */
const FRAGMENTS = [
  '%', '%u', '%41', '%u00e9', '+', '\\', '\\x41', '\\u0041', '\\101', '\\ff21', '&', '&#', '&#x41', '&lt;', ';', '/*', '*/',
  '<!--', '-->', '--', '#', '../', './', '//', '\\..\\', '0x41', '=', 'YWJj', '\0', ' ', '\t', '\r\n', '\xc3\xa9', '\xe2\x82',
  '\xf0\x9f\x98\x80', '\xc0\xaf', "'", '"', '`', '(', ')', ',', '<', '>', 'select', 'UNION', ' or ', '1', 'a', '<script', 'on',
]; // biome-ignore format: a list to be read as a whole

/** Any bytes, half of the time strewn with fragments that have a meaning somewhere. */
export function byteString(maxLength = 60): fc.Arbitrary<ByteString> {
  const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
  const anything = fc.array(byte, { maxLength });
  const meaningful = fc.array(fc.oneof(fc.constantFrom(...FRAGMENTS), byte), { maxLength: maxLength / 3 });
  return fc.oneof(anything, meaningful).map((parts) => parts.join(''));
}
