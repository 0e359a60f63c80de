import type { ByteString } from '../../model/api.ts';
import { areAllEqual, digitsIn, verifyingOperator, weightedSum } from './verify.ts';

const LENGTH = 11;
/** The sequence that people type who have none. */
const PLACEHOLDER = '01234567890';

/**
 * Whether the value has a Brazilian taxpayer number (CPF): a match of the pattern with eleven digits, the last two of which
 * are right check digits modulo 11.
 *
 * Argument: a pattern, without macros. Result: captures the number, and its location.
 * Example: `SecRule RESPONSE_BODY "@verifyCPF ([0-9]{3}\.){2}[0-9]{3}-[0-9]{2}" "id:1,phase:4,deny,capture"`
 *
 * Of more than eleven digits the first eleven count, as in libmodsecurity.
 */
export const verifyCPF = verifyingOperator('verifyCPF', isCpf);

function isCpf(text: ByteString): boolean {
  const digits = digitsIn(text, LENGTH - 1);
  if (digits.length < LENGTH || areAllEqual(digits) || digits.join('') === PLACEHOLDER) return false;
  const first = checkDigit(weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]));
  const second = checkDigit(weightedSum(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]));
  return digits[9] === first && digits[10] === second;
}

function checkDigit(sum: number): number {
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
