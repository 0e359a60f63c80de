/** The end of text, which must never be met in one (RFC 7541, 5.2). */
export const EOS = 256;

/** How many bits the code of each symbol has, by symbol; [bits, how many symbols in a row] (RFC 7541, appendix B). */
const RUNS: readonly (readonly [number, number])[] = [
  ...runs('13,1 23,1 28,7 24,1 30,1 28,2 30,1 28,8 30,1 28,9'),
  // From the space on.
  ...runs('6,1 10,2 12,1 13,1 6,1 8,1 11,1 10,2 8,1 11,1 8,1 6,3'),
  ...runs('5,3 6,7 7,1 8,1 15,1 6,1 12,1 10,1'),
  ...runs('13,1 6,1 7,22 8,1 7,1 8,1 13,1 19,1 13,1 14,1 6,1'),
  ...runs('15,1 5,1 6,1 5,1 6,1 5,1 6,3 5,1 7,2 6,3 5,1 6,1 7,1 6,1 5,2 6,1 7,5 15,1 11,1 14,1 13,1 28,1'),
  // From 128 on.
  ...runs('20,1 22,1 20,2 22,3 23,1 22,1 23,5 24,1 23,1 24,2'),
  ...runs('22,1 23,1 24,1 23,4 21,1 22,1 23,1 22,1 23,2 24,1'),
  ...runs('22,1 21,1 20,1 22,2 23,2 21,1 23,1 22,2 24,1 21,1 22,1 23,2'),
  ...runs('21,2 22,1 21,1 23,1 22,1 23,2 20,1 22,3 23,1 22,2 23,1'),
  ...runs('26,2 20,1 19,1 22,1 23,1 22,1 25,1 26,3 27,2 26,1 24,1 25,1'),
  ...runs('19,1 21,1 26,1 27,2 26,1 27,1 24,1 21,2 26,2 28,1 27,3'),
  ...runs('20,1 24,1 20,1 21,1 22,1 21,2 23,1 22,2 25,2 24,2 26,1 23,1'),
  ...runs('26,1 27,1 26,2 27,5 28,1 27,5 26,1 30,1'),
];

export const CODE_BITS: Readonly<Uint8Array> = Uint8Array.from(
  RUNS.flatMap(([bits, count]) => new Array<number>(count).fill(bits)),
);

function runs(text: string): [number, number][] {
  return text.split(' ').map((run) => {
    const [bits = 0, count = 0] = run.split(',').map(Number);
    return [bits, count];
  });
}
