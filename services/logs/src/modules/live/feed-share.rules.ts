import type { PlacedChunk } from './live-tails.repository.ts';

/** Rows of one look, of all sites: what is held at once while they are given to tails is bounded by batches. */
const MAX_ROWS = 6_000;
/** Of one site among them: a busy one does not take the others' share. */
const MAX_ROWS_OF_SITE = 2_000;
/** What is read by one statement. */
const BATCH = { chunks: 250, rows: 1_000, bytes: 4 * 1024 * 1024 } as const;

type Sized = Pick<PlacedChunk, 'site_no' | 'rows' | 'bytes'>;

/** The newest chunks of each site, as many as one look may read, in their order; and the sites of which there were more. */
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
    // Behind what is left out nothing older is read: a gap is one.
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

/** In the same order, at least one a batch. */
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
