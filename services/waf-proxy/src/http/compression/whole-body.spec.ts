import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { compressiblePage } from '../../bench/compressible-page.ts';
import type { Coding } from '../accept-encoding.ts';
import { compressAtOnce, compressWhole, isCompressedAtOnce, SMALL_BODY_BYTES } from './whole-body.ts';

const DECODE = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
const CODINGS: readonly Coding[] = ['br', 'zstd', 'gzip'];
const SIZES = [1, 63, 860, 4_096, 16 * 1_024, SMALL_BODY_BYTES, 700_001];

describe.each(CODINGS)('%s of a whole body', (coding) => {
  it.each(SIZES)('gives back %d bytes, made here or on a thread', async (bytes) => {
    for (const body of [Buffer.from(compressiblePage(bytes)), randomBytes(bytes)]) {
      for (const use of ['once', 'stored'] as const) {
        expect(DECODE[coding](await compressWhole(body, coding, use)).equals(body)).toBe(true);
      }
      if (isCompressedAtOnce(coding, bytes)) {
        expect(DECODE[coding](compressAtOnce(body, coding)).equals(body)).toBe(true);
      }
    }
  });

  it('is denser for what is stored', async () => {
    const body = Buffer.from(compressiblePage(SMALL_BODY_BYTES));
    const [once, stored] = [
      await compressWhole(body, coding, 'once'),
      await compressWhole(body, coding, 'stored'),
    ];
    expect(stored.length).toBeLessThan(once.length);
  });

  it('happens at once for a page of 4 KiB, never for what is large', () => {
    expect(isCompressedAtOnce(coding, 4_096)).toBe(true);
    expect(isCompressedAtOnce(coding, SMALL_BODY_BYTES + 1)).toBe(false);
  });
});
