import type { OperatorFactory } from '../../model/operator.ts';
import { holdsBrokenCommand, MAX_EXAMINED_BYTES } from '../shell/broken-command.ts';

/** Words are read sign by sign, and again from each sign that may end a command. */
const STEPS_PER_BYTE = 24;

/**
 * Whether a command stands near the value's beginning whose name is written in pieces, as a shell puts them together: `c''at`,
 * `p\ing`, `/./usr/./bin/./id`. Palisade's own.
 *
 * Argument: none. Result: no location.
 * Example: `SecRule ARGS "@brokenCommand" "id:1,phase:2,deny,t:urlDecodeUni"`
 */
export const brokenCommand: OperatorFactory = () => ({
  pure: true,
  evaluate(value, { budget }) {
    if (budget !== undefined) budget.steps += Math.min(value.length, MAX_EXAMINED_BYTES) * STEPS_PER_BYTE;
    return holdsBrokenCommand(value);
  },
});
