import type { OperatorFactory } from '../../model/operator.ts';
import { isHexDigit } from '../transformations/byte-classes.ts';
import { locate } from './argument.ts';

/**
 * Whether the value has a percent sign that two hexadecimal digits do not follow.
 *
 * Argument: none. Result: the location of the first such sign.
 * Example: `SecRule REQUEST_URI_RAW "@validateUrlEncoding" "id:1,phase:1,deny"`
 */
export const validateUrlEncoding: OperatorFactory = () => ({
  pure: true,
  evaluate(value, context) {
    let at = value.indexOf('%');
    while (at >= 0) {
      if (!isHexDigit(value.charCodeAt(at + 1)) || !isHexDigit(value.charCodeAt(at + 2))) {
        return locate(context, at, Math.min(3, value.length - at));
      }
      at = value.indexOf('%', at + 3);
    }
    return false;
  },
});
