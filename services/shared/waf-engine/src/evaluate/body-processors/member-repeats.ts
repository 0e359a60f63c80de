import { IS_INDEX, NO_REPEAT, type PackedArguments } from '../../model/packed-arguments.ts';

/** Maximum length of a name or value that is compared, in bytes: what is longer hardly comes again. */
const MAX_REPEATED = 128;
/** A power of two. Names that share a place are found less often, and never taken for one another. */
const PLACES = 256;

/**
 * Finds members of a document whose name, and perhaps value, an earlier one has as well: records in a list have the
 * same names, and often the same types, states and units. Compared is with the last member of that name only, so each
 * byte is looked at twice at most.
 */
export class MemberRepeats {
  private readonly last = new Int32Array(PLACES).fill(NO_REPEAT);

  /** Marks the argument that was added last, which has this step as its name, and this value. */
  mark(
    found: PackedArguments,
    stepStart: number,
    stepEnd: number,
    valueStart: number,
    valueEnd: number,
  ): void {
    const { bytes } = found.arena;
    const isElement = stepEnd === IS_INDEX;
    const place = isElement ? placeOfElement(stepStart) : placeOfName(bytes, stepStart, stepEnd);
    const before = this.last[place]!;
    this.last[place] = found.count - 1;
    if (before === NO_REPEAT) return;
    const startBefore = found.stepStart(before);
    const endBefore = found.stepEnd(before);
    if (isElement || endBefore === IS_INDEX) {
      if (stepEnd !== endBefore || stepStart !== startBefore) return;
    } else {
      const length = stepEnd - stepStart;
      if (length !== endBefore - startBefore || !areSame(bytes, startBefore, stepStart, length)) return;
    }
    const valueBefore = found.valueStart(before);
    const length = valueEnd - valueStart;
    const isSameValue =
      length === found.valueEnd(before) - valueBefore && areSame(bytes, valueBefore, valueStart, length);
    found.markRepeats(before, isSameValue ? before : NO_REPEAT);
  }
}

/** From the end: numbers that count up differ there. */
function areSame(bytes: Uint8Array, one: number, other: number, length: number): boolean {
  if (length > MAX_REPEATED) return false;
  for (let at = length - 1; at >= 0; at--) if (bytes[one + at] !== bytes[other + at]) return false;
  return true;
}

/** Other factors than those of names, so that elements of lists do not take the places of members. */
const placeOfElement = (index: number): number => (index * 37 + 11) & (PLACES - 1);

function placeOfName(bytes: Uint8Array, start: number, end: number): number {
  if (start === end) return 0;
  return ((end - start) * 41 + bytes[start]! * 7 + bytes[end - 1]! * 3) & (PLACES - 1);
}
