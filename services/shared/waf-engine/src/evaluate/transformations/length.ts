import type { TransformationEntry } from '../../model/transformation.ts';

/**
 * Replaces the value by the number of its bytes, in decimal digits.
 *
 * Argument: none. Result: at most 16 digits.
 * Example: `SecRule ARGS "@gt 400" "id:1,phase:2,deny,t:length"`
 */
export const length: TransformationEntry = {
  apply(value) {
    const digits = String(value.length);
    return digits === value ? value : digits;
  },
  triggers: null,
};
