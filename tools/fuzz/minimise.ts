const MAX_TRIES = 400;

/** Takes pieces away, large ones first, as long as the rest still shows what the whole showed. */
export function minimise(input: Buffer, stillShows: (smaller: Buffer) => boolean): Buffer {
  let best = Buffer.from(input);
  let tries = 0;
  for (
    let size = 2 ** Math.floor(Math.log2(Math.max(1, best.length)));
    size >= 1;
    size = Math.floor(size / 2)
  ) {
    for (let at = 0; at < best.length && tries < MAX_TRIES; ) {
      const smaller = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      tries++;
      if (stillShows(smaller)) best = smaller;
      else at += size;
    }
  }
  return best;
}
