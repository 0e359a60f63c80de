import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import type { FairCounter } from '../../io/shares/fair-counter.ts';
import type { Holder } from '../../io/shares/holder.ts';
import type { Coding } from '../accept-encoding.ts';
import { STREAM } from './coder-settings.ts';

/** For answers that are compressed once for one client, the cheapest first. */
export const STREAM_ORDER: readonly Coding[] = ['zstd', 'br', 'gzip'];
/** For copies that many clients get, the smallest first. */
export const STORED_ORDER: readonly Coding[] = ['br', 'zstd', 'gzip'];

/** A place among the compressors, to be given back once. Null: none for this holder, the answer stays plain. */
export function takeCompressor(compressors: FairCounter, holder: Holder): (() => void) | null {
  const place = compressors.enter(holder);
  if (place === null) return null;
  let held = true;
  return () => {
    if (held) compressors.leave(place);
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
