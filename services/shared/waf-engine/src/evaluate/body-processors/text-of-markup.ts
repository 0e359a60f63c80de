import type { ByteString } from '../../model/api.ts';
import { endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';

/** What opens something that is no tag, what ends it, and whether what is in it is text. */
const SECTIONS: readonly (readonly [open: string, end: string, isText: boolean])[] = [
  ['<!--', '-->', false],
  ['<?', '?>', false],
  ['<![CDATA[', ']]>', true],
];
const TAG = ['<', '>', false] as const;

/**
 * The text of markup that need not be well formed, without tags, comments and instructions: readers hand over as one what stands
 * around those. What nothing ends is text. One pass: an end that was not found is not looked for again.
 */
export function* textOfMarkup(text: ByteString, budget: ReadingBudget): Pausable<ByteString> {
  const pieces: ByteString[] = [];
  const missing = new Set<string>();
  let from = 0;
  for (let open = text.indexOf('<'); open >= 0; ) {
    const [start, end, isText] = SECTIONS.find(([sign]) => text.startsWith(sign, open)) ?? TAG;
    const inside = open + start.length;
    if (endsSlice(budget, start.length)) yield;
    const close = missing.has(end) ? -1 : text.indexOf(end, inside);
    if (close < 0) {
      missing.add(end);
      open = text.indexOf('<', inside);
      continue;
    }
    pieces.push(text.slice(from, open));
    if (isText) pieces.push(text.slice(inside, close));
    from = close + end.length;
    open = text.indexOf('<', from);
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}
