import type { OperatorFactory } from '../../model/operator.ts';
import { locate, readArgument } from './argument.ts';

/**
 * Whether the argument occurs in the value. `@strmatch` is the same.
 *
 * Argument: text, macros allowed; the empty text occurs everywhere. Result: the location of the first occurrence.
 * Example: `SecRule REQUEST_LINE "@contains .php" "id:1,phase:1,deny"`
 */
export const contains: OperatorFactory = (argument) => ({
  pure: true,
  evaluate(value, context) {
    const text = readArgument(argument, context);
    const at = value.indexOf(text);
    return at >= 0 && locate(context, at, text.length);
  },
});
