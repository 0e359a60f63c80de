import type { OperatorFactory } from '../../model/operator.ts';
import { holdsBrokenCommand } from '../shell/broken-command.ts';

/**
 * Whether a command stands near the value's beginning whose name is written in pieces, as a shell puts them together: `c''at`,
 * `p\ing`, `/./usr/./bin/./id`. Palisade's own.
 *
 * Argument: none. Result: no location.
 * Example: `SecRule ARGS "@brokenCommand" "id:1,phase:2,deny,t:urlDecodeUni"`
 */
export const brokenCommand: OperatorFactory = () => ({
  pure: true,
  evaluate: (value) => holdsBrokenCommand(value),
});
