import type { ByteString } from '../../model/api.ts';
import { percentDecode } from './percent-decoding.ts';
import { isControl } from './sniff.ts';

/** Longer names, and those with other bytes, no form has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const NAME = /[^\s&=<>"'`\x00-\x1f\x7f]{1,2048}=/y;
/** A value with more of other bytes than this is cut at the first of them: it is data that happens to follow a name. */
const OTHER_BYTES_PERCENT = 25;
/** A truncated value counts from this length: programs are full of shorter pieces without meaning. */
const MIN_CUT = 16;

/** Bytes between pauses, which are between two pairs or, without pairs, anywhere. */
export const PIECE = 16 * 1024;

/**
 * Finds `name=value` at the beginning and after each `&` of content that is no form. In binary content (an image) next
 * to nothing is found, except what a stranger has inserted. `null` now and then, as a point to pause.
 */
export function* formPairs(
  text: ByteString,
  start: number,
): Generator<readonly [name: ByteString, value: ByteString] | null> {
  let pausedAt = start;
  for (let at = start; at < text.length; ) {
    if (at - pausedAt >= PIECE) {
      pausedAt = at;
      yield null;
    }
    const next = text.indexOf('&', at);
    const end = next < 0 ? text.length : next;
    NAME.lastIndex = at;
    const name = NAME.exec(text)?.[0];
    if (name !== undefined && at + name.length < end) {
      const value = yield* readable(text.slice(at + name.length, end));
      if (value !== '') yield [percentDecode(name.slice(0, -1), true), percentDecode(value, true)];
    }
    at = end + 1;
  }
}

function* readable(value: ByteString): Generator<null, ByteString> {
  let others = 0;
  let first = -1;
  for (let from = 0; from < value.length; from += PIECE) {
    if (from > 0) yield null;
    const end = Math.min(from + PIECE, value.length);
    for (let at = from; at < end; at++) {
      const code = value.charCodeAt(at);
      if (code < 0x80 && !isControl(code)) continue;
      if (first < 0) first = at;
      others++;
    }
  }
  if (others * 100 <= value.length * OTHER_BYTES_PERCENT || (yield* isUtf8InPieces(value))) return value;
  return first < MIN_CUT ? '' : value.slice(0, first);
}

/** Pieces end where a character does. */
function* isUtf8InPieces(value: ByteString): Generator<null, boolean> {
  for (let from = 0; from < value.length; ) {
    if (from > 0) yield null;
    let end = Math.min(from + PIECE, value.length);
    while (end > from + 1 && isContinuation(value, end)) end--;
    if (!isUtf8(value.slice(from, end))) return false;
    from = end;
  }
  return true;
}

const MAX_CONTINUATIONS = 3;
const VERTICAL_TAB = 0x0b;

/** Text of another script than Latin has many bytes above 0x7f, and they come in groups. */
export function isUtf8(value: ByteString): boolean {
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code === VERTICAL_TAB || (code < 0x80 && !isControl(code))) continue;
    if (code < 0xc2 || code > 0xf4 || !isContinuation(value, at + 1)) return false;
    const last = at + MAX_CONTINUATIONS;
    while (at < last && isContinuation(value, at + 1)) at++;
  }
  return true;
}

const isContinuation = (value: ByteString, at: number): boolean => (value.charCodeAt(at) & 0xc0) === 0x80;
