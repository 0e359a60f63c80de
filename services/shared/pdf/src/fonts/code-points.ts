/** First and last code point of a range, both included. */
export type CodePointRange = readonly [first: number, last: number];

/** Ranges as CSS writes them: "U+0301,U+0400-045F". */
export function parseUnicodeRange(text: string): CodePointRange[] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

export const covers = (ranges: readonly CodePointRange[], codePoint: number): boolean =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last);

/** All characters of the ranges, one after another. */
export function charactersOf(ranges: readonly CodePointRange[]): string {
  let characters = '';
  for (const [first, last] of ranges)
    for (let codePoint = first; codePoint <= last; codePoint++) characters += String.fromCodePoint(codePoint);
  return characters;
}
