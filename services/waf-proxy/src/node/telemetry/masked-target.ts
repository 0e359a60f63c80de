import type { MatchedTarget } from '@palisade/waf-engine';

const MASK = '*';

/** What the rule read, with a star for each byte that did not match. */
export function maskedAfter({ transformed, matchOffset, matchLength }: MatchedTarget): string {
  return masked(transformed, matchOffset, matchLength);
}

/** What was sent. The match stands in it, in letters of either case, or it was made by a transformation: then all are stars. */
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
