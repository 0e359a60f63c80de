import type { ByteString } from '../../model/api.ts';
import { areAllEqual, digitsIn, verifyingOperator } from './verify.ts';

const LENGTH = 9;
/** Area numbers from here on, and 666, were never given out. */
const FIRST_UNUSED_AREA = 740;

/**
 * Whether the value has a US social security number: a match of the pattern with nine digits that can be one.
 *
 * Argument: a pattern, without macros. Result: captures the number, and its location.
 * Example: `SecRule RESPONSE_BODY "@verifySSN \d{3}-?\d{2}-?\d{4}" "id:1,phase:4,deny,capture"`
 */
export const verifySSN = verifyingOperator('verifySSN', isSocialSecurityNumber);

function isSocialSecurityNumber(text: ByteString): boolean {
  const digits = digitsIn(text, LENGTH);
  if (digits.length !== LENGTH || areAllEqual(digits) || isAscending(digits)) return false;
  const area = Number(digits.slice(0, 3).join(''));
  const group = Number(digits.slice(3, 5).join(''));
  const serial = Number(digits.slice(5).join(''));
  return area !== 0 && group !== 0 && serial !== 0 && area !== 666 && area < FIRST_UNUSED_AREA;
}

function isAscending(digits: readonly number[]): boolean {
  return digits.every((digit, index) => digit === digits[0]! + index);
}
