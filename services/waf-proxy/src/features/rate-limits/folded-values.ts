import { encodeUtf8 } from '@palisade/waf-engine';
import { type Values, withoutCase } from '../../request/conditions/values.ts';

/** The first value counts, and this many of the last, since one place of a document may hold several account names. */
const LAST = 3;
export const MAX_VALUES = 1 + LAST;

/** Maximum length that is normalised; longer values are keys and tokens, which have one spelling. */
const MAX_TYPED = 1_024;
const BLANK = 0x20;
const UNREADABLE = '\ufffd';

/** The first and last values of one place, without duplicates, normalised for counting. */
export function foldedValues({ texts }: Values): readonly string[] {
  const [first, ...others] = distinct(texts, 1);
  if (first === undefined) return [];
  if (texts.length > 1) others.push(...distinct(texts.toReversed(), LAST + 1).filter((one) => one !== first));
  // The very last value comes last.
  return [first, ...others.slice(0, LAST).toReversed()];
}

function distinct(texts: readonly string[], most: number): string[] {
  const found = new Set<string>();
  let before = '';
  for (const text of texts) {
    if (text === before) continue;
    before = text;
    const value = folded(text);
    if (value !== '') found.add(value);
    if (found.size === most) break;
  }
  return [...found];
}

/** Normalises case, surrounding blanks and Unicode forms, which accounts seldom differ in. */
export function folded(bytes: string): string {
  const plain = withoutBlanks(bytes);
  if (plain.length > MAX_TYPED) return withoutCase(plain);
  const text = Buffer.from(plain, 'latin1').toString();
  // The text is not UTF-8.
  if (text.includes(UNREADABLE)) return withoutCase(plain);
  return encodeUtf8(text.normalize('NFKC').toLowerCase().trim());
}

function withoutBlanks(bytes: string): string {
  let [start, end] = [0, bytes.length];
  while (start < end && bytes.charCodeAt(start) <= BLANK) start++;
  while (end > start && bytes.charCodeAt(end - 1) <= BLANK) end--;
  return bytes.slice(start, end);
}
