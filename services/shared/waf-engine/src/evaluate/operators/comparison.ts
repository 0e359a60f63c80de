import type { OperatorFactory } from '../../model/operator.ts';
import { readArgument } from './argument.ts';
import { parseInt32, parseLong } from './numbers.ts';

/**
 * Whether the numbers are equal. Text without a number in front counts as 0, and so, here only, does a number that does not
 * fit 32 bits.
 *
 * Argument: a number, macros allowed. Result: no location.
 * Example: `SecRule &REQUEST_HEADERS:Host "@eq 0" "id:1,phase:1,deny"`
 */
export const eq: OperatorFactory = (argument) => {
  if (typeof argument === 'string') {
    const number = parseInt32(argument);
    return { pure: true, evaluate: (value) => parseInt32(value) === number };
  }
  return {
    pure: true,
    evaluate: (value, context) => parseInt32(value) === parseInt32(readArgument(argument, context)),
  };
};

/**
 * Whether the value is at least the argument. Text without a number in front counts as 0, what is beyond 64 bits as the
 * largest or smallest number of 64 bits.
 *
 * Argument: a number, macros allowed. Result: no location.
 * Example: `SecRule TX:ANOMALY_SCORE "@ge %{tx.threshold}" "id:1,phase:2,deny"`
 */
export const ge: OperatorFactory = comparing((value, limit) => value >= limit);

/** As `@ge`: greater. Example: `SecRule ARGS_COMBINED_SIZE "@gt 64000" "id:1,phase:2,deny"` */
export const gt: OperatorFactory = comparing((value, limit) => value > limit);

/** As `@ge`: at most. Example: `SecRule TX:PARANOIA_LEVEL "@le 2" "id:1,phase:1,pass"` */
export const le: OperatorFactory = comparing((value, limit) => value <= limit);

/** As `@ge`: less. Example: `SecRule TX:PARANOIA_LEVEL "@lt 1" "id:1,phase:1,pass,skipAfter:END"` */
export const lt: OperatorFactory = comparing((value, limit) => value < limit);

function comparing(holds: (value: number | bigint, limit: number | bigint) => boolean): OperatorFactory {
  return (argument) => {
    if (typeof argument === 'string') {
      const limit = parseLong(argument);
      return { pure: true, evaluate: (value) => holds(parseLong(value), limit) };
    }
    return {
      pure: true,
      evaluate: (value, context) => holds(parseLong(value), parseLong(context.expand(argument))),
    };
  };
}
