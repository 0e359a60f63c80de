import type { Holder } from '../../io/shares/holder.ts';
import type { Lookup } from './lookup-room.ts';

/** SHA-1 of a password as in the public lists: forty digits in upper case. */
export type PasswordHash = string;
/** Digits that leave the process: twenty bits of the hash, shared by some thousand other passwords. */
export const PREFIX_DIGITS = 5;
const HASH_DIGITS = 40;

/** A list of passwords known from data breaches. */
export interface LeakedList {
  /** Null: unknown at the moment. Never rejects. */
  has(hash: PasswordHash, holder: Holder): Promise<Lookup<boolean>>;
}

const LINE = /^[0-9A-F]+:\d+$/;

/**
 * Whether this is a line of the public lists, `0018A45C4D1DEF81644B54AB7F969B88D65:3`: digits of a hash, and its number
 * of occurrences. Servers add lines with zero so that the length of an answer reveals nothing.
 *
 * @param digits how many digits of the hash a line has
 */
function isLine(line: string, digits: number): boolean {
  return line[digits] === ':' && LINE.test(line);
}

/** Checks the first line, so that a captive portal's page or an error is not taken for a list without the hash. */
export const isRange = (text: string): boolean =>
  text.trim() === '' || isLine(lineAt(text, 0), HASH_DIGITS - PREFIX_DIGITS);

/** Whether a range, the lines of all hashes with one prefix, contains the remaining digits. */
export function rangeHas(range: string, rest: string): boolean {
  const at = range.indexOf(`${rest}:`);
  return at >= 0 && isSeen(lineAt(range, at));
}

/** Whether this is a line of a list of complete hashes. */
export const isWholeLine = (line: string): boolean => isLine(line, HASH_DIGITS);
export const hashOfLine = (line: string): PasswordHash => line.slice(0, HASH_DIGITS);
export const isSeen = (line: string): boolean => !line.endsWith(':0');

function lineAt(text: string, from: number): string {
  const end = text.indexOf('\n', from);
  return text.slice(from, end < 0 ? text.length : end).trimEnd();
}
