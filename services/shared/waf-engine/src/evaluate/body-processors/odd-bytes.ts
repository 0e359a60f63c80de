import type { ByteString } from '../../model/api.ts';
import { IS_INDEX, type PackedArguments } from '../../model/packed-arguments.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { byteRange, byteSet } from '../transformations/byte-classes.ts';

const AMPERSAND = 0x26;
const HASH = 0x23;

/** Percent signs, backslashes, ampersands and bytes above 0x7f: what nearly all bodies have none of is an escape. */
export const ODD_BYTES = byteSet('%&\\', byteRange(0x80, 0xff));

export function hasOddByte(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (ODD_BYTES[byte] === 1 && (byte !== AMPERSAND || mayBeReference(bytes, at, end))) return true;
  }
  return false;
}

function mayBeReference(bytes: Uint8Array, ampersand: number, end: number): boolean {
  const next = ampersand + 1 < end ? bytes[ampersand + 1]! : 0;
  return next === HASH || ((next | 0x20) >= 0x61 && (next | 0x20) <= 0x7a);
}

/** Names of lists and objects with such bytes; those of what has a value are looked at with it. `null`: there are none. */
export function* oddObjectNames(
  found: PackedArguments,
  budget: ReadingBudget,
): Pausable<ByteString[] | null> {
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
