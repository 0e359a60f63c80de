import type { MatchedTarget } from '@palisade/waf-engine';

const MASK = '*';

/** The transformed value, with a star for each byte that did not match. */
export function maskedAfter({ transformed, matchOffset, matchLength }: MatchedTarget): string {
  return masked(transformed, matchOffset, matchLength);
}

/**
 * The original value. If the match occurs in it, in either case, everything else is starred; if a transformation
 * produced it, everything is.
 */
export function maskedBefore(target: MatchedTarget): string {
  const { value, transformed, matchOffset, matchLength } = target;
  if (value === transformed) return maskedAfter(target);
  const match = transformed.slice(matchOffset, matchOffset + matchLength);
  const at = value.toLowerCase().indexOf(match.toLowerCase());
  return at < 0 ? masked(value, 0, 0) : masked(value, at, match.length);
}

function masked(value: string, offset: number, length: number): string {
  const end = Math.min(value.length, offset + length);
  return MASK.repeat(offset) + value.slice(offset, end) + MASK.repeat(value.length - end);
}
