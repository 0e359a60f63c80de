import type { Transform } from 'node:stream';
import {
  type BrotliOptions,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';
import type { Coding } from './accept-encoding.ts';

/** For answers that are compressed once for one client, the cheapest first. */
export const STREAM_ORDER: readonly Coding[] = ['zstd', 'br', 'gzip'];
/** For copies that many clients get, the smallest first. */
export const STORED_ORDER: readonly Coding[] = ['br', 'zstd', 'gzip'];

/** Compressors of a worker at work at the same time; each holds up to 2 MiB and a share of four threads. */
const MAX_AT_ONCE = 64;
let atWork = 0;

export function compressorsAtWork(): number {
  return atWork;
}

/** A place among the compressors, to be given back once. Null: all are taken, the answer stays plain. */
export function takeCompressor(): (() => void) | null {
  if (atWork >= MAX_AT_ONCE) return null;
  atWork += 1;
  let held = true;
  return () => {
    if (held) atWork -= 1;
    held = false;
  };
}

const LEVELS = { stream: { br: 4, zstd: 3, gzip: 5 }, stored: { br: 5, zstd: 6, gzip: 6 } } as const;
/** 512 KiB: text repeats itself within that, and a stream must not cost 4 MiB. */
const BROTLI_WINDOW_BITS = 19;

const brotli = (quality: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
});
const zstd = (level: number) => ({ params: { [constants.ZSTD_c_compressionLevel]: level } });

/** Compresses a whole body on zlib's own threads. */
export function compressWhole(body: Buffer, coding: Coding, use: 'stream' | 'stored'): Promise<Buffer> {
  const level = LEVELS[use][coding];
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, coded: Buffer) => (error === null ? resolve(coded) : reject(error));
    switch (coding) {
      case 'br':
        brotliCompress(body, brotli(level), done);
        return;
      case 'zstd':
        zstdCompress(body, zstd(level), done);
        return;
      case 'gzip':
        gzip(body, { level }, done);
        return;
    }
  });
}

export interface CodedStream {
  /** Chunks go in and come out coded. */
  stream: Transform;
  /** Brings out what has gone in so far, for answers that arrive bit by bit. */
  flush(): void;
}

export function createCodedStream(coding: Coding): CodedStream {
  const level = LEVELS.stream[coding];
  switch (coding) {
    case 'br': {
      const stream = createBrotliCompress(brotli(level));
      return { stream, flush: () => stream.flush(constants.BROTLI_OPERATION_FLUSH) };
    }
    case 'zstd': {
      const stream = createZstdCompress(zstd(level));
      return { stream, flush: () => stream.flush(constants.ZSTD_e_flush) };
    }
    case 'gzip': {
      const stream = createGzip({ level });
      return { stream, flush: () => stream.flush(constants.Z_SYNC_FLUSH) };
    }
  }
}
