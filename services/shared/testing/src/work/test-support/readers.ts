/** Readers of `a;a;a;…`, each with another way of going through it. */
export const readers = {
  oncePerByte(text: string): number {
    let count = 0;
    for (let at = 0; at < text.length; at++) if (text[at] === ';') count++;
    return count;
  },
  splitAtOnce: (text: string): number => text.split(';').map((piece) => piece.trim()).length,
  everyPairInLoops(text: string): number {
    let same = 0;
    for (let at = 0; at < text.length; at++)
      for (let before = 0; before < at; before++) if (text[before] === text[at]) same++;
    return same;
  },
  everyPairInCallbacks(text: string): number {
    const known: number[] = [];
    for (let at = 0; at < text.length; at++) if (!known.some((other) => other === at)) known.push(at);
    return known.length;
  },
  searchesTheRestAgain(text: string): number {
    let found = 0;
    for (let at = 0; at < text.length; at++) if (text.includes('=', at)) found++;
    return found;
  },
  shiftsAllThatIsLeft(text: string): number {
    const pieces = [...text];
    for (let count = text.length; count > 0; count--) pieces.splice(0, 1);
    return pieces.length;
  },
  readsTheRestByPattern(text: string): number {
    let found = 0;
    for (let at = 0; at < text.length; at++) if (/=/.test(text.slice(at))) found++;
    return found;
  },
};
