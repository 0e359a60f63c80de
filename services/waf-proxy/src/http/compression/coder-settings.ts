import { type BrotliOptions, constants, type ZlibOptions, type ZstdOptions } from 'node:zlib';
import type { Coding } from '../accept-encoding.ts';

/** For one client, the work counts: every request pays it. For a stored copy the bytes count: it is made once. */
export type Use = 'once' | 'stored';

const LEVELS = { once: { br: 2, zstd: 1, gzip: 1 }, stored: { br: 5, zstd: 6, gzip: 6 } } as const;
/** 256 and 128 KiB: text repeats itself within that, and what a response makes us allocate grows with the window. */
const STREAM_WINDOW_BITS = { br: 18, zstd: 17 } as const;
const STORED_BROTLI_WINDOW_BITS = 19;

function brotli(use: Use, windowBits: number): NonNullable<BrotliOptions['params']> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: LEVELS[use].br,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
}

/** Room for the coded bytes: text shrinks to less than half, and buffers of a few KiB come from Node's pool. */
const outputRoom = (bytes: number) => Math.min(64 * 1024, Math.max(constants.Z_MIN_CHUNK, bytes >>> 1));

/** Settings for a complete body of this many bytes. */
export const WHOLE = {
  br(use: Use, bytes: number): BrotliOptions {
    const most = use === 'once' ? STREAM_WINDOW_BITS.br : STORED_BROTLI_WINDOW_BITS;
    const windowBits = Math.min(
      most,
      Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes + 16))),
    );
    return {
      params: { ...brotli(use, windowBits), [constants.BROTLI_PARAM_SIZE_HINT]: bytes },
      chunkSize: outputRoom(bytes),
    };
  },
  /** Told the size, zstd takes the tables and the window that go with it. */
  zstd: (use: Use, bytes: number): ZstdOptions => ({
    params: { [constants.ZSTD_c_compressionLevel]: LEVELS[use].zstd },
    pledgedSrcSize: bytes,
    chunkSize: outputRoom(bytes),
  }),
  gzip: (use: Use, bytes: number): ZlibOptions => ({ level: LEVELS[use].gzip, chunkSize: outputRoom(bytes) }),
} satisfies Record<Coding, unknown>;

/** Settings for a body of unknown size that one client gets. */
export const STREAM = {
  br: { params: brotli('once', STREAM_WINDOW_BITS.br) } satisfies BrotliOptions,
  zstd: {
    params: {
      [constants.ZSTD_c_compressionLevel]: LEVELS.once.zstd,
      [constants.ZSTD_c_windowLog]: STREAM_WINDOW_BITS.zstd,
    },
  } satisfies ZstdOptions,
  gzip: { level: LEVELS.once.gzip } satisfies ZlibOptions,
};
