import { expectSame } from '../finding.ts';

/** Where inputs are cut: depends on nothing but the input, so that a finding shows again. */
function cutsOf(input: Buffer): number[] {
  const step = 1 + ((input.length * 31 + (input[0] ?? 0)) % 97);
  const cuts: number[] = [];
  // Short inputs byte by byte: every state is then left and entered in the middle.
  for (let at = input.length <= 256 ? 1 : step; at < input.length; at += input.length <= 256 ? 1 : step)
    cuts.push(at);
  return cuts;
}

/** The input in pieces. */
export function piecesOf(input: Buffer): Buffer[] {
  let from = 0;
  return [...cutsOf(input), input.length].map((to) => {
    const piece = input.subarray(from, to);
    from = to;
    return piece;
  });
}

/** The result does not depend on the pieces in which the input arrives. */
export function expectSameInPieces<T>(input: Buffer, read: (pieces: readonly Buffer[]) => T): void {
  expectSame(read(piecesOf(input)), read([input]), 'read in pieces and read as a whole');
}
