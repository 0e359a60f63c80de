import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { textsInMessage } from '../body-processors/text-in-bytes.ts';
import { decodeTransfer } from '../body-processors/transfer-encoding.ts';
import { BASE64_VALUE_OF_BOTH, NOT_BASE64 } from '../transformations/base64-alphabet.ts';
import { lookAtBeginning } from './beginning.ts';

/** Shorter messages contain no field with an attack. */
export const MIN_MESSAGE = 20;
const EXAMINED_DIGITS = 64;
/** A field's text has as many at least; random bytes hardly ever have half of theirs in such rows. */
const MIN_ROW = 4;
/** Among longer ones, numbers and names of a message's beginning. */
const MAX_LENGTH = 64 * 1024;

/**
 * Whether a value may be a program's message in base64, most of it text: a check of its first digits. Pure text was
 * read as such before; with further bytes after it, it is a message.
 */
export function mayBeCodedMessage(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < MIN_MESSAGE) return false;
  const limit = Math.min(end, start + EXAMINED_DIGITS);
  let bits = 0;
  let row = 0;
  let inRows = 0;
  let seen = 0;
  for (let at = start; at < limit; at++) {
    const digit = BASE64_VALUE_OF_BOTH[bytes[at]!]!;
    if (digit === NOT_BASE64) {
      if (bytes[at] !== 0x3d || end - at > 2) return false;
      break;
    }
    bits = ((bits << 6) | digit) & 0xffffff;
    const position = (at - start) % 4;
    if (position === 0) continue;
    const byte = (bits >> (6 - position * 2)) & 0xff;
    seen++;
    if (byte >= 0x20 && byte < 0x7f) row++;
    else {
      if (row >= MIN_ROW) inRows += row;
      row = 0;
    }
  }
  if (row >= MIN_ROW) inRows += row;
  return inRows * 2 >= seen;
}

/** The texts of a message of a program (protocol buffers, MessagePack, CBOR) that is in base64. */
export function* textsOfCodedMessage(value: ByteString, budget: ReadingBudget): Pausable<ByteString[]> {
  if (value.length > MAX_LENGTH || !lookAtBeginning(value, mayBeCodedMessage)) return [];
  const bytes = yield* decodeTransfer('base64', value, budget);
  return bytes === null ? [] : yield* textsInMessage(bytes, budget, true);
}
