import type { ByteString } from '../../model/api.ts';
import { endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { RUN_NUMBERS, type XmlTree } from './xml-parser.ts';

/**
 * The texts of elements as readers hand them over that leave out what the elements within say: `union` of `<a>un<b>x</b>ion</a>`
 * (xml2js, SimpleXML), some of them without blanks where a piece begins or ends (fast-xml-parser). Only what is more than one run.
 */
export function* elementTexts(tree: XmlTree, budget: ReadingBudget): Pausable<ByteString[]> {
  const { text, runs, seams, composed } = tree;
  if (composed.size === 0) return [];
  const pieces = new Map<number, Pieces>();
  for (let at = 0, seam = 0; at < runs.length; at += RUN_NUMBERS) {
    const [element, start, end] = [runs[at]!, runs[at + 1]!, runs[at + 2]!];
    if (endsSlice(budget, composed.has(element) ? end - start : 0)) yield;
    if (!composed.has(element)) continue;
    let known = pieces.get(element);
    if (known === undefined) {
      known = { whole: [], solid: [] };
      pieces.set(element, known);
    }
    known.whole.push(text.slice(start, end));
    while (seam < seams.length && seams[seam]! < start) seam += 2;
    let from = start;
    for (; seam < seams.length && seams[seam + 1]! <= end; seam += 2) {
      known.solid.push(text.slice(from, seams[seam]!));
      from = seams[seam + 1]!;
    }
    known.solid.push(text.slice(from, end));
  }
  const found: ByteString[] = [];
  for (const { whole, solid } of pieces.values()) {
    const text = whole.join('');
    if (whole.length > 1) found.push(text);
    const trimmed = solid.join('');
    if (trimmed !== text) found.push(trimmed);
    if (endsSlice(budget, text.length)) yield;
  }
  return found;
}

/** Pieces of an element's own text. */
interface Pieces {
  readonly whole: ByteString[];
  /** Without what is between seams. */
  readonly solid: ByteString[];
}
