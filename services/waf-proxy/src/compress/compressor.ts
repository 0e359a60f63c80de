import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import type { Coding } from './accept-encoding.ts';
import { STREAM } from './coder-settings.ts';

/** For answers that are compressed once for one client, the cheapest first. */
export const STREAM_ORDER: readonly Coding[] = ['zstd', 'br', 'gzip'];
/** For copies that many clients get, the smallest first. */
export const STORED_ORDER: readonly Coding[] = ['br', 'zstd', 'gzip'];

/** Compressors of a worker at work at the same time; each holds up to a megabyte and a share of four threads. */
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

export interface CodedStream {
  /** Chunks go in and come out coded. */
  stream: Transform;
  /** Brings out what has gone in so far, for answers that arrive bit by bit. */
  flush(): void;
}

export function createCodedStream(coding: Coding): CodedStream {
  switch (coding) {
    case 'br': {
      const stream = createBrotliCompress(STREAM.br);
      return { stream, flush: () => stream.flush(constants.BROTLI_OPERATION_FLUSH) };
    }
    case 'zstd': {
      const stream = createZstdCompress(STREAM.zstd);
      return { stream, flush: () => stream.flush(constants.ZSTD_e_flush) };
    }
    case 'gzip': {
      const stream = createGzip(STREAM.gzip);
      return { stream, flush: () => stream.flush(constants.Z_SYNC_FLUSH) };
    }
  }
}
