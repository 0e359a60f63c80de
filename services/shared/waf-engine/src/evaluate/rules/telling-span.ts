import type { ByteString } from '../../model/api.ts';
import type { CompiledOperator } from '../../model/operator.ts';

export interface Span {
  offset: number;
  length: number;
}

/** Patterns that say from the value's beginning on what may come before the thing that they look for. */
const FROM_THE_BEGINNING = /^@rx (?:\(\?[a-z]{1,8}\))?(?:\\A|\^)/;

/**
 * A match that begins where the value does, only because its pattern says what may stand before: without as much of that as the
 * pattern matches without. Records keep what matched, and the rest of a value may be somebody's secret.
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
  let told = span;
  let unmatched = end;
  while (unmatched - told.offset > 1) {
    const from = (told.offset + unmatched) >> 1;
    const found = scan.pattern.find(value.slice(from), 0);
    if (found !== null && found.start === 0 && from + found.end <= end && found.end > 0)
      told = { offset: from, length: found.end };
    else unmatched = from;
  }
  return told;
}
