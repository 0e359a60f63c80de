import type { PlacedChunk } from './live-tails.repository.ts';

/** Maximum rows per poll, over all sites. Memory is bounded separately, by reading them in batches. */
const MAX_ROWS = 6_000;
/** Maximum rows of one site per poll, so that a busy site does not take the others' share. */
const MAX_ROWS_OF_SITE = 2_000;
/** Maximum size of the result of one SQL statement. */
const BATCH = { chunks: 250, rows: 1_000, bytes: 4 * 1024 * 1024 } as const;

type Sized = Pick<PlacedChunk, 'site_no' | 'rows' | 'bytes'>;

/**
 * The newest chunks of each site that fit into one poll, in their original order, and the sites of which chunks were
 * left out.
 */
export function shareOf<Chunk extends Sized>(
  chunks: readonly Chunk[],
): { taken: Chunk[]; leftOut: Set<number> } {
  const rowsOf = new Map<number, number>();
  const leftOut = new Set<number>();
  const taken: Chunk[] = [];
  let rows = 0;
  for (const chunk of chunks.toReversed()) {
    const ofSite = rowsOf.get(chunk.site_no) ?? 0;
    const fits = rows + chunk.rows <= MAX_ROWS && ofSite + chunk.rows <= MAX_ROWS_OF_SITE;
    // Once a chunk of a site is left out, its older ones are too, so that the site has one gap and not several.
    if (!fits || leftOut.has(chunk.site_no)) {
      leftOut.add(chunk.site_no);
      continue;
    }
    taken.push(chunk);
    rowsOf.set(chunk.site_no, ofSite + chunk.rows);
    rows += chunk.rows;
  }
  return { taken: taken.reverse(), leftOut };
}

/** Splits chunks into batches, keeping their order; a batch has at least one chunk. */
export function* batchesOf<Chunk extends Sized>(chunks: readonly Chunk[]): Generator<Chunk[]> {
  let batch: Chunk[] = [];
  let [rows, bytes] = [0, 0];
  for (const chunk of chunks) {
    const isFull =
      batch.length >= BATCH.chunks || rows + chunk.rows > BATCH.rows || bytes + chunk.bytes > BATCH.bytes;
    if (batch.length > 0 && isFull) {
      yield batch;
      [batch, rows, bytes] = [[], 0, 0];
    }
    batch.push(chunk);
    rows += chunk.rows;
    bytes += chunk.bytes;
  }
  if (batch.length > 0) yield batch;
}
