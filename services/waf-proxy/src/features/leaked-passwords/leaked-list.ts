import type { Holder } from '../../io/shares/holder.ts';
import type { Lookup } from './lookup-room.ts';

/** SHA-1 of a password as such lists have it: forty digits in upper case. */
export type PasswordHash = string;
/** All that ever leaves the process: twenty bits of the hash, which some thousand other passwords share. */
export const PREFIX_DIGITS = 5;
const HASH_DIGITS = 40;

/** Passwords that are known from data breaches. */
export interface LeakedList {
  /** Null: nobody can tell now. Never throws. */
  has(hash: PasswordHash, holder: Holder): Promise<Lookup<boolean>>;
}

const LINE = /^[0-9A-F]+:\d+$/;

/**
 * A line of the public lists, `0018A45C4D1DEF81644B54AB7F969B88D65:3`: digits of a hash, and how often it was seen. Zero stands on lines
 * that a server adds so that the length of its answer tells nothing.
 *
 * @param digits how many of the hash stand there
 */
function isLine(line: string, digits: number): boolean {
  return line[digits] === ':' && LINE.test(line);
}

/** Its first line tells what a text is: a portal's page, or an error, is not taken for a list without the hash. */
export const isRange = (text: string): boolean =>
  text.trim() === '' || isLine(lineAt(text, 0), HASH_DIGITS - PREFIX_DIGITS);

/** Whether a range, the lines of all hashes that begin alike, has these further digits. */
export function rangeHas(range: string, rest: string): boolean {
  const at = range.indexOf(`${rest}:`);
  return at >= 0 && isSeen(lineAt(range, at));
}

/** The line of a list of whole hashes. */
export const isWholeLine = (line: string): boolean => isLine(line, HASH_DIGITS);
export const hashOfLine = (line: string): PasswordHash => line.slice(0, HASH_DIGITS);
export const isSeen = (line: string): boolean => !line.endsWith(':0');

function lineAt(text: string, from: number): string {
  const end = text.indexOf('\n', from);
  return text.slice(from, end < 0 ? text.length : end).trimEnd();
}
