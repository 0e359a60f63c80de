import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { bytesToString, reserve } from '../transformations/byte-buffer.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';

const PLUS = 0x2b;
const PERCENT = 0x25;
const SPACE = 0x20;
const NO_HEX_DIGIT = 16;

/** Bytes decoded between two checks whether the slice is over. */
const PIECE = 16 * 1024;
const STEPS_PER_BYTE = 4;

/** As {@link percentDecode}, of long texts piece by piece; no piece ends within an escape. */
export function* percentDecodeInSlices(
  text: ByteString,
  plusIsBlank: boolean,
  budget: ReadingBudget,
): Pausable<ByteString> {
  if (text.length <= PIECE) return percentDecode(text, plusIsBlank);
  const pieces: ByteString[] = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + PIECE);
    if (end < text.length && text.charCodeAt(end - 1) === PERCENT) end--;
    else if (end < text.length && text.charCodeAt(end - 2) === PERCENT) end -= 2;
    pieces.push(percentDecode(text.slice(at, end), plusIsBlank));
    budget.steps += (end - at) * STEPS_PER_BYTE;
    if (budget.isSliceOver) yield;
    at = end;
  }
  return pieces.join('');
}

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

const ODD_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
const ANY_ESCAPE = /%([\s\S]{2})|%[\s\S]?$/g;

/** As Tomcat decodes `filename*`: a character that is not a hexadecimal digit counts as 0, and half an escape ends the text. `null`: all escapes are valid. */
export function percentDecodeAnyDigits(text: ByteString): ByteString | null {
  if (!ODD_ESCAPE.test(text)) return null;
  return text.replace(ANY_ESCAPE, (_all, digits?: string) =>
    digits === undefined ? '' : String.fromCharCode(digitAt(digits, 0) * 16 + digitAt(digits, 1)),
  );
}

const digitAt = (digits: string, at: number): number => HEX_VALUE[digits.charCodeAt(at)]! % NO_HEX_DIGIT;
