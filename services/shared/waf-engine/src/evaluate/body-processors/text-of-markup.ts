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

/** Elements within more than these are text of the last. */
const MAX_DEPTH = 64;
const SAYS_SOMETHING = /\S/;

interface Element {
  own: ByteString;
  /** How many of its pieces say anything. */
  pieces: number;
}

/**
 * The same per element, without the text of nested elements (xml2js), where it is in more than one piece. Each piece
 * belongs to one element, so all texts together are no longer than the markup.
 */
export function* ownTextsOfMarkup(text: ByteString, budget: ReadingBudget): Pausable<ByteString[]> {
  const found: ByteString[] = [];
  const open: Element[] = [{ own: '', pieces: 0 }];
  const take = (piece: ByteString) => {
    const element = open.at(-1)!;
    element.own += piece;
    if (SAYS_SOMETHING.test(piece)) element.pieces++;
  };
  const close = () => {
    const { own, pieces } = open.pop()!;
    if (pieces > 1) found.push(own);
  };
  const missing = new Set<string>();
  let from = 0;
  for (let at = text.indexOf('<'); at >= 0; ) {
    const [start, end, isText] = SECTIONS.find(([sign]) => text.startsWith(sign, at)) ?? TAG;
    const inside = at + start.length;
    const stop = missing.has(end) ? -1 : text.indexOf(end, inside);
    if (endsSlice(budget, Math.max(stop - from, start.length))) yield;
    if (stop < 0) {
      missing.add(end);
      at = text.indexOf('<', inside);
      continue;
    }
    take(text.slice(from, at));
    if (isText) take(text.slice(inside, stop));
    else if (start === TAG[0]) {
      if (text[inside] === '/') {
        if (open.length > 1) close();
      } else if (text[stop - 1] !== '/' && text[inside] !== '!' && open.length < MAX_DEPTH)
        open.push({ own: '', pieces: 0 });
    }
    from = stop + end.length;
    at = text.indexOf('<', from);
  }
  take(text.slice(from));
  while (open.length > 0) close();
  return found;
}
