import type { ByteString } from '../../model/api.ts';
import { byteRange, byteSet } from '../transformations/byte-classes.ts';
import { mayBeBase64, mayBeWideBase64 } from './base64-text.ts';
import { lookAtBeginning } from './beginning.ts';
import { MIN_MESSAGE, mayBeCodedMessage } from './coded-message.ts';
import { mayBeHex } from './hex-text.ts';
import { packedForm } from './packed-head.ts';

/** Four bytes in base64: less is no attack. */
const MIN_CODED = 6;
/** A name in front of what is coded has no more. */
const MAX_NAME = 32;
/** Behind a name a shorter text is no attack, and words with a colon behind them are everywhere. */
const MIN_BEHIND_NAME = 12;
const MAX_BLANKS = 2;
const BLANK = 0x20;
const NAME_BYTES = byteSet('_.-', byteRange(0x30, 0x39), byteRange(0x41, 0x5a), byteRange(0x61, 0x7a));
const SEPARATORS = byteSet('=:,');

/**
 * Whether a value may be a text in base64 or hexadecimal digits, compressed or in a program's message, as a whole or
 * after a name (`data=…`, `token: …`). A cheap check of its first bytes, for every value; never false where there is
 * such a text.
 */
export function mayBeCodedBytes(bytes: Uint8Array, start: number, end: number): boolean {
  if (
    mayBeBase64(bytes, start, end) ||
    mayBeHex(bytes, start, end) ||
    mayBeWideBase64(bytes, start, end) ||
    (end - start >= MIN_MESSAGE &&
      (packedForm(bytes, start, end) !== null || mayBeCodedMessage(bytes, start, end)))
  )
    return true;
  const behind = behindName(bytes, start, end);
  return (
    behind > 0 &&
    (mayBeBase64(bytes, behind, end) ||
      mayBeHex(bytes, behind, end) ||
      packedForm(bytes, behind, end) !== null)
  );
}

/** The same of a string. */
export const mayBeCoded = (value: ByteString): boolean =>
  value.length >= MIN_CODED && lookAtBeginning(value, mayBeCodedBytes);

/** The text after a name and its separator; null without one, or if it is too short. */
export function codedBehindName(value: ByteString): ByteString | null {
  const behind = lookAtBeginning(value, behindName);
  return behind > 0 ? value.slice(behind) : null;
}

function behindName(bytes: Uint8Array, start: number, end: number): number {
  const last = Math.min(end - MIN_BEHIND_NAME, start + MAX_NAME);
  let at = start;
  while (at < last && NAME_BYTES[bytes[at]!] === 1) at++;
  if (at === start || at >= last || SEPARATORS[bytes[at]!] !== 1) return -1;
  at++;
  for (let blanks = 0; blanks < MAX_BLANKS && bytes[at] === BLANK; blanks++) at++;
  return at;
}
