import type { ByteString } from '../../model/api.ts';
import { verifyingOperator } from './verify.ts';

/**
 * Whether the value has a credit card number: a match of the pattern whose digits pass Luhn's check (ISO/IEC 7812-1).
 *
 * Argument: a pattern, without macros. Result: captures the number, and its location.
 * Example: `SecRule RESPONSE_BODY "@verifyCC \d{13,16}" "id:1,phase:4,deny,capture"`
 */
export const verifyCC = verifyingOperator('verifyCC', passesLuhn);

/** Every second digit from the right but one is doubled; the sum of the digits of all must end in zero. */
function passesLuhn(text: ByteString): boolean {
  let sum = 0;
  let digits = 0;
  for (let index = text.length - 1; index >= 0; index--) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) continue;
    const doubled = digits % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
    digits++;
  }
  return digits > 0 && sum % 10 === 0;
}
