import type { MatchedTarget } from '../../model/api.ts';
import type { MatchedSpan } from '../state/matched-span.ts';
import { excerpt } from './excerpt.ts';
import { type Span, tellingSpan } from './telling-span.ts';

const NOWHERE: Span = { offset: 0, length: 0 };

/** A match in the form of records. */
export function describeSpan(matched: MatchedSpan): MatchedTarget {
  const { link, entry, transformed } = matched;
  const { offset, length } = link.negated
    ? NOWHERE
    : tellingSpan(link.operator!, link.operatorText, transformed, {
        offset: matched.offset,
        length: matched.length,
      });
  const after = excerpt(transformed, offset, length);
  const same = transformed === entry.value;
  const before = same ? after : excerpt(entry.value, Math.min(offset, entry.value.length), length);
  return {
    name: entry.name,
    value: before.text,
    valueOffset: before.start,
    transformed: after.text,
    matchOffset: offset - after.start,
    matchLength: Math.min(length, after.text.length - (offset - after.start)),
    transformations: link.transformations.names,
    operator: link.operatorText,
  };
}
