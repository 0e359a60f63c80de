import type { ByteString } from '../../model/api.ts';
import { mayBeCoded, mayBeCodedBytes } from './coded-text.ts';

const OPEN = 0x5b;
const CLOSE = 0x5d;
/** PHP follows a name so deep and drops what is deeper; Rack and qs stop earlier. */
const MAX_DEPTH = 64;
/** Words, numbers and operators such as `$in`: a rule for names sees them in the whole one, unless they are coded. */
const PLAIN_KEY = /^[\w.$:-]*$/;

/** False only where {@link bracketKeys} finds nothing in bytes[start..end). */
export function mayHaveBracketKeys(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (bytes[at] !== OPEN) continue;
    const keyStart = ++at;
    for (; at < end && bytes[at] !== CLOSE; at++) if (!isPlain(bytes[at]!)) return true;
    if (mayBeCodedBytes(bytes, keyStart, at)) return true;
  }
  return false;
}

function isPlain(byte: number): boolean {
  if ((byte >= 0x30 && byte <= 0x3a) || (byte >= 0x41 && byte <= 0x5a)) return true;
  return (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f || byte === 0x2e || byte === 0x24 || byte === 0x2d;
}

/**
 * Keys in a name's brackets that are more than a word, or may be encoded: `filter[…][]`. PHP, Rack and qs make keys of
 * them, which programs use as values.
 */
export function bracketKeys(name: ByteString): ByteString[] {
  const keys: ByteString[] = [];
  let open = name.indexOf('[');
  for (let depth = 0; open >= 0 && depth < MAX_DEPTH; depth++) {
    const close = name.indexOf(']', open + 1);
    if (close < 0) break;
    const key = name.slice(open + 1, close);
    if (!PLAIN_KEY.test(key) || mayBeCoded(key)) keys.push(key);
    open = name.indexOf('[', close + 1);
  }
  return keys;
}
