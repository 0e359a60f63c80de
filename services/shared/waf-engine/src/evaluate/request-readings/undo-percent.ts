import { bytesToLatin1 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';

const PERCENT = 0x25;
const NO_HEX_DIGIT = 16;

/**
 * Percent escapes undone until none is left, however often they were escaped themselves (`%252527`, `%%32%37`): for what
 * stands behind servers, proxies and routers that each decode once. One pass: what is decoded may complete an escape that
 * began before it, and then that is undone on the spot.
 */
export function undoPercent(text: ByteString): ByteString {
  if (!text.includes('%')) return text;
  const out = new Uint8Array(text.length);
  let used = 0;
  for (let at = 0; at < text.length; at++) {
    out[used++] = text.charCodeAt(at);
    while (used >= 3 && out[used - 3] === PERCENT) {
      const high = HEX_VALUE[out[used - 2]!]!;
      const low = HEX_VALUE[out[used - 1]!]!;
      if (high >= NO_HEX_DIGIT || low >= NO_HEX_DIGIT) break;
      used -= 2;
      out[used - 1] = high * 16 + low;
    }
  }
  return used === text.length ? text : bytesToLatin1(out.subarray(0, used));
}
