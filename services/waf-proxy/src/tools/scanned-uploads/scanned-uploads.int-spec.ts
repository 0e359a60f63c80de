import { GROWTH_LIMIT_BYTES, measureScannedUploads } from './measure.ts';

/** More than the worker may grow by. */
const BYTES = 96 * 1024 * 1024;

describe('large uploads under scan', () => {
  it('wait on disk, not in memory, and arrive whole or not at all', async () => {
    const uploads = await measureScannedUploads(BYTES);
    expect(uploads.map(({ what, arrived }) => [what, arrived])).toEqual([
      ['scanned', BYTES],
      ['beyond the scanner: passed', BYTES],
      ['beyond the scanner: refused', 0],
    ]);
    for (const { growthBytes } of uploads) expect(growthBytes).toBeLessThan(GROWTH_LIMIT_BYTES);
  }, 180_000);
});
