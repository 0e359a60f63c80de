import type { ByteString } from '../../model/api.ts';
import { areAllEqual, digitsIn, verifyingOperator, weightedSum } from './verify.ts';

const LENGTH = 10;
/** The sequences that people type who have none. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(['0123456789', '1234567890']);
/** Weights of the serial number, the check digit (none) and the date of birth. */
const WEIGHTS = [3, 7, 9, 0, 5, 8, 4, 2, 1, 6];

/**
 * Whether the value has an Austrian social insurance number: a match of the pattern with ten digits, the fourth of which is
 * the right check digit modulo 11.
 *
 * Argument: a pattern, without macros. Result: captures the number, and its location.
 * Example: `SecRule RESPONSE_BODY "@verifySVNR ([0-9]{4} ?[0-9]{6})" "id:1,phase:4,deny,capture"`
 *
 * Of more than ten digits the first ten count, and a remainder of 10 counts as 0, as in libmodsecurity.
 */
export const verifySVNR = verifyingOperator('verifySVNR', isSocialInsuranceNumber);

function isSocialInsuranceNumber(text: ByteString): boolean {
  const digits = digitsIn(text, LENGTH - 1);
  if (digits.length < LENGTH || areAllEqual(digits) || PLACEHOLDERS.has(digits.join(''))) return false;
  const rest = weightedSum(digits, WEIGHTS) % 11;
  return digits[3] === (rest === 10 ? 0 : rest);
}
