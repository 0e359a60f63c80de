/** Numbers as C reads them from the beginning of a text: white space, a sign, digits; whatever follows is ignored. */
import type { ByteString } from '../../model/api.ts';

const SAFE_DIGITS = 15;
const MAX_INTEGER = 2n ** 63n - 1n;
const MIN_INTEGER = -(2n ** 63n);
const MAX_INT = 2 ** 31 - 1;
const MIN_INT = -(2 ** 31);
const NO_DIGITS = '';

/** As `atoll`: 0 without digits; beyond 64 bits the largest or smallest number. A bigint only where a number is inexact. */
export function parseLong(text: ByteString): number | bigint {
  const plain = shortDigits(text);
  if (plain >= 0) return plain;
  const digits = leadingInteger(text);
  if (digits.length <= SAFE_DIGITS) return Number(digits);
  // No more digits than decide whether the number fits: a stranger may send a million.
  const significant = BigInt(
    digits
      .replace(/^([+-]?)0+(?=\d)/, '$1')
      .replace('+', '')
      .slice(0, 21),
  );
  return significant > MAX_INTEGER ? MAX_INTEGER : significant < MIN_INTEGER ? MIN_INTEGER : significant;
}

/** As `std::stoi` in a `try`: 0 without digits and for what does not fit 32 bits. */
export function parseInt32(text: ByteString): number {
  const number = Number(parseLong(text));
  return number > MAX_INT || number < MIN_INT ? 0 : number;
}

/** The usual case, a few digits and nothing else, without a regular expression; -1 for anything else. */
function shortDigits(text: ByteString): number {
  if (text.length === 0 || text.length > 9) return -1;
  let value = 0;
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function leadingInteger(text: ByteString): string {
  return /^[ \t\n\v\f\r]*([+-]?\d+)/.exec(text)?.[1] ?? NO_DIGITS;
}
