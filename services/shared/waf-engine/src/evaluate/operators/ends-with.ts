import type { OperatorFactory } from '../../model/operator.ts';
import { locate, readArgument } from './argument.ts';

/**
 * Whether the value ends with the argument.
 *
 * Argument: text, macros allowed; the empty text ends every value. Result: the location of the end.
 * Example: `SecRule REQUEST_FILENAME "@endsWith .bak" "id:1,phase:1,deny"`
 */
export const endsWith: OperatorFactory = (argument) => ({
  pure: true,
  evaluate(value, context) {
    const text = readArgument(argument, context);
    return value.endsWith(text) && locate(context, value.length - text.length, text.length);
  },
});
