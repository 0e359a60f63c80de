import type { OperatorFactory } from '../../model/operator.ts';
import { readArgument } from './argument.ts';

/**
 * Whether the value equals the argument, byte for byte.
 *
 * Argument: text, macros allowed. Result: no location.
 * Example: `SecRule ARGS:foo "!@streq bar" "id:1,phase:2,deny"`
 */
export const streq: OperatorFactory = (argument) => ({
  pure: true,
  evaluate: (value, context) => value === readArgument(argument, context),
});
