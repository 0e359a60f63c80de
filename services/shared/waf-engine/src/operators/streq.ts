import { readArgument } from './argument.ts';
import type { OperatorFactory } from './types.ts';

/**
 * Whether the value equals the argument, byte for byte.
 *
 * Argument: text, macros allowed. Result: no location.
 * Example: `SecRule ARGS:foo "!@streq bar" "id:1,phase:2,deny"`
 */
export const streq: OperatorFactory = (argument) => ({
  evaluate: (value, context) => value === readArgument(argument, context),
});
