import type { ByteString } from '../../model/api.ts';
import type { OperatorFactory } from '../../model/operator.ts';
import { locate } from './argument.ts';

const INVALID = 0;
/** The smallest code point that needs a sequence of this many bytes. */
const MIN_CODE_POINTS = [0, 0, 0x80, 0x800, 0x10000];

/**
 * Whether the value is not UTF-8 (RFC 3629): a byte too many or missing, an overlong form, a surrogate, a first byte from
 * 0xf5 on.
 *
 * Argument: none. Result: the location of the first byte of the first wrong sequence.
 * Example: `SecRule ARGS "@validateUtf8Encoding" "id:1,phase:2,deny"`
 */
export const validateUtf8Encoding: OperatorFactory = () => ({
  pure: true,
  evaluate(value, context) {
    let index = 0;
    while (index < value.length) {
      const length = value.charCodeAt(index) < 0x80 ? 1 : sequenceLength(value, index);
      if (length === INVALID) return locate(context, index, 1);
      index += length;
    }
    return false;
  },
});

function sequenceLength(value: ByteString, at: number): number {
  const first = value.charCodeAt(at);
  const length =
    (first & 0xe0) === 0xc0 ? 2 : (first & 0xf0) === 0xe0 ? 3 : (first & 0xf8) === 0xf0 ? 4 : INVALID;
  if (length === INVALID || first >= 0xf5) return INVALID;
  let codePoint = first & (0xff >> (length + 1));
  for (let index = at + 1; index < at + length; index++) {
    const byte = value.charCodeAt(index);
    if ((byte & 0xc0) !== 0x80) return INVALID;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return isSurrogate || codePoint < MIN_CODE_POINTS[length]! ? INVALID : length;
}
