/** Common part of the operators that search for numbers with a check digit. */
import type { ByteString } from '../../model/api.ts';
import type { OperatorContext, OperatorFactory } from '../../model/operator.ts';
import { constantArgument, locate } from './argument.ts';
import { patternFrom } from './rx.ts';

/**
 * Matches of a bounded pattern overlap a bounded number of times. With an unbounded one, such as `\d+`, each byte could
 * belong to as many matches as there are bytes before it; more than this many, on average, are not examined.
 */
const MATCHES_PER_BYTE = 64;

/**
 * An operator whose argument is a pattern: for every byte at which a match begins the match is checked, until one holds.
 * Captures that match, and locates it.
 */
export function verifyingOperator(name: string, holds: (text: ByteString) => boolean): OperatorFactory {
  return (argument, environment) => {
    const source = constantArgument(argument, environment, name);
    if (source === '') return { pure: true, evaluate: () => false };
    const pattern = patternFrom(source, environment, name);
    return {
      pure: true,
      evaluate(value, context) {
        let left = (value.length + 1) * MATCHES_PER_BYTE;
        let from = 0;
        while (from < value.length && left > 0) {
          const match = pattern.find(value, from, context.budget);
          if (match === null) return false;
          const text = value.slice(match.start, match.end);
          if (holds(text)) return found(text, match.start, context);
          left -= text.length + 1;
          from = match.start + 1;
        }
        return false;
      },
      *evaluateInSlices(value, context, budget) {
        let left = (value.length + 1) * MATCHES_PER_BYTE;
        let from = 0;
        while (from < value.length && left > 0) {
          const match = yield* pattern.searchInSlices(value, from, budget, false);
          if (match === null) return false;
          const text = value.slice(match[0]!, match[1]!);
          budget.steps += text.length;
          if (holds(text)) return found(text, match[0]!, context);
          left -= text.length + 1;
          from = match[0]! + 1;
        }
        return false;
      },
    };
  };
}

function found(text: ByteString, start: number, context: OperatorContext): true {
  if (context.capturing) context.capture(0, text);
  return locate(context, start, text.length);
}

/**
 * The values of the decimal digits in a text, in order; at most `limit + 1` of them, so that too many can be detected.
 */
export function digitsIn(text: ByteString, limit: number): number[] {
  const digits: number[] = [];
  for (let index = 0; index < text.length && digits.length <= limit; index++) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit >= 0 && digit <= 9) digits.push(digit);
  }
  return digits;
}

export function areAllEqual(digits: readonly number[]): boolean {
  return digits.every((digit) => digit === digits[0]);
}

export function weightedSum(digits: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * digits[index]!, 0);
}
