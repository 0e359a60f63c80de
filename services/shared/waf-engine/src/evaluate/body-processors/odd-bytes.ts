import type { ByteString } from '../../model/api.ts';
import { IS_INDEX, type PackedArguments } from '../../model/packed-arguments.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { byteRange, byteSet } from '../transformations/byte-classes.ts';

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const HASH = 0x23;
const AMPERSAND = 0x26;
const STAR = 0x2a;
const DASH = 0x2d;
const SLASH = 0x2f;
/** Maximum word characters of a comment up to the line end that separates words; longer ones are not recognised. */
export const MAX_LINE_COMMENT = 40;
const WORD = byteSet('_', byteRange(0x30, 0x39), byteRange(0x41, 0x5a), byteRange(0x61, 0x7a));

/**
 * Percent signs, backslashes, ampersands, bytes above 0x7f, controls, and what ends a comment's line or begins a comment: what nearly all
 * values have none of is an escape or a blank of a database.
 */
export const ODD_BYTES = byteSet(
  '%&*\\\n',
  byteRange(0x01, 0x08),
  byteRange(0x0e, 0x1f),
  byteRange(0x80, 0xff),
);

export function hasOddByte(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++)
    if (ODD_BYTES[bytes[at]!] === 1 && isOdd(bytes, at, start, end)) return true;
  return false;
}

function isOdd(bytes: Uint8Array, at: number, start: number, end: number): boolean {
  switch (bytes[at]!) {
    case AMPERSAND:
      return mayBeReference(bytes, at, end);
    case STAR:
      return at > start && bytes[at - 1] === SLASH;
    case LINE_FEED:
      return endsComment(bytes, at, start);
    default:
      return true;
  }
}

/** `#word` or `--word` before this line end. */
function endsComment(bytes: Uint8Array, lineFeed: number, start: number): boolean {
  let at = lineFeed - 1;
  if (at >= start && bytes[at] === RETURN) at--;
  const least = Math.max(start, at - MAX_LINE_COMMENT);
  while (at >= least && WORD[bytes[at]!] === 1) at--;
  return at >= start && (bytes[at] === HASH || (bytes[at] === DASH && at > start && bytes[at - 1] === DASH));
}

function mayBeReference(bytes: Uint8Array, ampersand: number, end: number): boolean {
  const next = ampersand + 1 < end ? bytes[ampersand + 1]! : 0;
  return next === HASH || ((next | 0x20) >= 0x61 && (next | 0x20) <= 0x7a);
}

/**
 * Names of lists and objects with such bytes; names of scalar members are examined with their values. `null`: there are
 * none.
 */
export function* oddObjectNames(
  found: PackedArguments,
  budget: ReadingBudget,
): Pausable<ByteString[] | null> {
  if (found.isPlain) return null;
  const { arena } = found;
  let names: ByteString[] | null = null;
  for (let container = 0; container < found.containerCount; container++) {
    const start = found.containerStepStart(container);
    const end = found.containerStepEnd(container);
    budget.steps += end === IS_INDEX ? 1 : end - start;
    if (budget.isSliceOver) yield;
    if (end === IS_INDEX || !hasOddByte(arena.bytes, start, end)) continue;
    names ??= [];
    names.push(arena.text(start, end));
  }
  return names;
}
