import { encodeUtf8 } from '@palisade/waf-engine';
import { type Values, withoutCase } from '../../request/conditions/values.ts';

/** What stands first, and so many of the last, since some lists of accounts stand at one place of a document. */
const LAST = 3;
export const MAX_VALUES = 1 + LAST;

/** Longer ones are no names that anybody types: keys and tokens, which have one spelling. */
const MAX_TYPED = 1_024;
const BLANK = 0x20;
const UNREADABLE = '\ufffd';

/** Of what a request has in one place the first and the last values, each once, in the form in which they are counted. */
export function foldedValues({ texts }: Values): readonly string[] {
  const [first, ...others] = distinct(texts, 1);
  if (first === undefined) return [];
  if (texts.length > 1) others.push(...distinct(texts.toReversed(), LAST + 1).filter((one) => one !== first));
  // Of the last, the last comes last.
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

/** Without case, blanks around it and other forms of the same letters: accounts are seldom told apart by these. */
export function folded(bytes: string): string {
  const plain = withoutBlanks(bytes);
  if (plain.length > MAX_TYPED) return withoutCase(plain);
  const text = Buffer.from(plain, 'latin1').toString();
  // Of another charset.
  if (text.includes(UNREADABLE)) return withoutCase(plain);
  return encodeUtf8(text.normalize('NFKC').toLowerCase().trim());
}

function withoutBlanks(bytes: string): string {
  let [start, end] = [0, bytes.length];
  while (start < end && bytes.charCodeAt(start) <= BLANK) start++;
  while (end > start && bytes.charCodeAt(end - 1) <= BLANK) end--;
  return bytes.slice(start, end);
}
