import type { OperatorFactory } from '../../model/operator.ts';
import { locate, readArgument } from './argument.ts';

/**
 * Whether the value occurs in the argument: `@contains` with the sides changed. The empty value occurs everywhere.
 *
 * Argument: text, macros allowed. Result: the whole value is the match.
 * Example: `SecRule REQUEST_METHOD "!@within GET,POST,HEAD" "id:1,phase:1,deny"`
 */
export const within: OperatorFactory = (argument) => ({
  pure: true,
  evaluate(value, context) {
    if (value === '') return true;
    return readArgument(argument, context).includes(value) && locate(context, 0, value.length);
  },
});
