import type { Pattern } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { CompiledOperator } from '../../model/operator.ts';

export interface Span {
  offset: number;
  length: number;
}

/** Patterns that are anchored at the start and describe what may precede the actual match. */
const FROM_THE_BEGINNING = /^@rx (?:\(\?[a-z]{1,8}\))?(?:\\A|\^)/;

/** Bytes searched at the end of a long match: each attempt scans them again, without a pause. */
const SEARCHED_BYTES = 1_024;
/** Bytes after the match that are searched too, for patterns with lookahead. */
const LOOKED_BEYOND = 64;

/**
 * Shortens a match that starts at the beginning of the value only because its pattern describes what may come first.
 * Records keep what matched, and the rest of a value may be somebody's secret.
 */
export function tellingSpan(
  operator: CompiledOperator,
  operatorText: string,
  value: ByteString,
  span: Span,
): Span {
  const { scan } = operator;
  if (span.offset > 0 || span.length === 0 || scan?.kind !== 'pattern') return span;
  if (!FROM_THE_BEGINNING.test(operatorText)) return span;
  const end = span.length;
  const from = Math.max(0, end - SEARCHED_BYTES);
  let shortest = from === 0 ? span : matchFrom(scan.pattern, value, from, end);
  if (shortest === null) return span;
  let unmatched = end;
  while (unmatched - shortest.offset > 1) {
    const middle = (shortest.offset + unmatched) >> 1;
    const found = matchFrom(scan.pattern, value, middle, end);
    if (found === null) unmatched = middle;
    else shortest = found;
  }
  return shortest;
}

/** The match that starts at `from` and ends by `end`. */
function matchFrom(pattern: Pattern, value: ByteString, from: number, end: number): Span | null {
  const found = pattern.find(value.slice(from, end + LOOKED_BEYOND), 0);
  if (found === null || found.start !== 0 || found.end === 0 || from + found.end > end) return null;
  return { offset: from, length: found.end };
}
