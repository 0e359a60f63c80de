import type { OperatorFactory } from '../../model/operator.ts';
import { patternOfBytes } from '../transformations/byte-classes.ts';
import { constantArgument, locate } from './argument.ts';

/**
 * Whether the value has a byte outside the given ranges.
 *
 * Argument: numbers and ranges from 0 to 255, separated by commas. Result: the location of the first byte outside.
 * Example: `SecRule ARGS "@validateByteRange 10,13,32-126" "id:1,phase:2,deny"`
 *
 * Deviation: libmodsecurity ignores what it cannot read in the argument; here it is an error.
 */
export const validateByteRange: OperatorFactory = (argument, environment) => {
  const text = constantArgument(argument, environment, 'validateByteRange');
  const allowed = new Uint8Array(256);
  for (const part of text.split(',')) {
    const range = /^\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?$/.exec(part);
    const from = Number(range?.[1]);
    const to = Number(range?.[2] ?? from);
    if (range === null || from > to || to > 255) {
      environment.fail(
        'seclang_bad_argument',
        `@validateByteRange needs bytes from 0 to 255, not "${part.trim()}"`,
      );
    }
    allowed.fill(1, from, to + 1);
  }
  return {
    pure: true,
    evaluate(value, context) {
      let index = 0;
      while (index < value.length && allowed[value.charCodeAt(index)] === 1) index++;
      return index < value.length && locate(context, index, 1);
    },
    scan: {
      kind: 'test',
      test({ bytes, start, end }) {
        for (let index = start; index < end; index++) if (allowed[bytes[index]!] === 0) return true;
        return false;
      },
      needs: patternOfBytes(allowed.map((one) => 1 - one)),
    },
  };
};
