/** Disjoint ranges of whole numbers in ascending order, each from its first to the one behind its last. */
export type RangeSet = readonly (readonly [from: bigint, to: bigint])[];

/** Builds a set from ranges in any order, which may overlap. */
export function rangesOf(parts: readonly (readonly [from: bigint, to: bigint])[]): RangeSet {
  const ranges = [...parts].sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  const merged: [bigint, bigint][] = [];
  for (const [from, to] of ranges) {
    const last = merged.at(-1);
    if (last === undefined || from > last[1]) merged.push([from, to]);
    else if (to > last[1]) last[1] = to;
  }
  return merged;
}

/** @param end behind the last number that there is */
export function withoutRanges(set: RangeSet, end: bigint): RangeSet {
  const outside: [bigint, bigint][] = [];
  let from = 0n;
  for (const [start, behind] of set) {
    if (start > from) outside.push([from, start]);
    from = behind;
  }
  if (from < end) outside.push([from, end]);
  return outside;
}

export function commonRanges(a: RangeSet, b: RangeSet): RangeSet {
  const common: [bigint, bigint][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [start, end] = a[i]!;
    const [otherStart, otherEnd] = b[j]!;
    const endsFirst = end < otherEnd;
    // `Math.max` and `Math.min` take no big integers.
    const from = [start, otherStart][Number(otherStart > start)]!;
    const to = endsFirst ? end : otherEnd;
    if (from < to) common.push([from, to]);
    if (endsFirst) i++;
    else j++;
  }
  return common;
}
