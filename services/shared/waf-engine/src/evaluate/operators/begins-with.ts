import type { OperatorFactory } from '../../model/operator.ts';
import { locate, readArgument } from './argument.ts';

/**
 * Whether the value begins with the argument.
 *
 * Argument: text, macros allowed; the empty text begins every value. Result: the location of the beginning.
 * Example: `SecRule REQUEST_LINE "!@beginsWith GET" "id:1,phase:1,deny"`
 */
export const beginsWith: OperatorFactory = (argument) => ({
  pure: true,
  evaluate(value, context) {
    const text = readArgument(argument, context);
    return value.startsWith(text) && locate(context, 0, text.length);
  },
});
