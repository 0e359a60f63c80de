import type { ByteString } from '../../model/api.ts';
import { bytesToString, reserve } from '../transformations/byte-buffer.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';

const PLUS = 0x2b;
const PERCENT = 0x25;
const SPACE = 0x20;
const NO_HEX_DIGIT = 16;

/** `%41` → `A`; broken escapes stay as they are and are counted; `+` becomes a blank if asked for. */
export function percentDecode(text: ByteString, plusIsBlank: boolean, onBroken?: () => void): ByteString {
  if (!text.includes('%') && !(plusIsBlank && text.includes('+'))) return text;
  const bytes = reserve(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    let code = text.charCodeAt(index);
    if (code === PLUS && plusIsBlank) code = SPACE;
    else if (code === PERCENT) {
      const high = HEX_VALUE[text.charCodeAt(index + 1)] ?? NO_HEX_DIGIT;
      const low = HEX_VALUE[text.charCodeAt(index + 2)] ?? NO_HEX_DIGIT;
      if (high < NO_HEX_DIGIT && low < NO_HEX_DIGIT) {
        code = high * 16 + low;
        index += 2;
      } else onBroken?.();
    }
    bytes[length++] = code;
  }
  return bytesToString(bytes, length);
}
