import {
  brotliCompress,
  brotliCompressSync,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import type { Coding } from '../accept-encoding.ts';
import { type Use, WHOLE } from './coder-settings.ts';

/** A body up to this size is worth waiting for, so that it is compressed in one call. */
export const SMALL_BODY_BYTES = 32 * 1024;

/**
 * Up to here a call takes some 100 µs of the worker's thread. Handing the body to another thread and back costs more than
 * that, however small the body; see RATIONALE.md.
 */
const AT_ONCE_BYTES: Readonly<Record<Coding, number>> = {
  zstd: SMALL_BODY_BYTES,
  br: 16 * 1024,
  gzip: 16 * 1024,
};

export const isCompressedAtOnce = (coding: Coding, bytes: number) => bytes <= AT_ONCE_BYTES[coding];

/** Compresses a small body for one client here and now. For bodies of which `isCompressedAtOnce` holds. */
export function compressAtOnce(body: Buffer, coding: Coding): Buffer {
  switch (coding) {
    case 'br':
      return brotliCompressSync(body, WHOLE.br('once', body.length));
    case 'zstd':
      return zstdCompressSync(body, WHOLE.zstd('once', body.length));
    case 'gzip':
      return gzipSync(body, WHOLE.gzip('once', body.length));
  }
}

/** Compresses a whole body on zlib's own threads. */
export function compressWhole(body: Buffer, coding: Coding, use: Use): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, coded: Buffer) => (error === null ? resolve(coded) : reject(error));
    switch (coding) {
      case 'br':
        brotliCompress(body, WHOLE.br(use, body.length), done);
        return;
      case 'zstd':
        zstdCompress(body, WHOLE.zstd(use, body.length), done);
        return;
      case 'gzip':
        gzip(body, WHOLE.gzip(use, body.length), done);
        return;
    }
  });
}
