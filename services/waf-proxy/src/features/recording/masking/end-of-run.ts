/**
 * Where a run of characters ends.
 *
 * @param piece sticky; matches at most some thousands of such characters, as each is a step that it may have to go back
 * @returns `from` if there are none
 */
export function endOfRun(piece: RegExp, text: string, from: number): number {
  let to = from;
  for (;;) {
    piece.lastIndex = to;
    const length = piece.exec(text)?.[0].length ?? 0;
    if (length === 0) return to;
    to += length;
  }
}
