import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';

/** What of a compressed body is unpacked for inspection; more than this many times its size is a bomb. */
export const INFLATE_LIMITS = { bytes: 1024 * 1024, ratio: 100, ratioFrom: 64 * 1024 } as const;

export type InflateFault = 'bomb' | 'malformed';

/** `bytesWritten`: packed bytes read so far. */
type Decoder = Transform & { readonly bytesWritten: number };

/** A body of which only the beginning is held ends in the middle of its coding, and that is no fault then. */
const DECODERS: Readonly<Record<string, (complete: boolean) => Decoder>> = {
  gzip: (complete) => createGunzip(complete ? {} : { finishFlush: constants.Z_SYNC_FLUSH }),
  'x-gzip': (complete) => createGunzip(complete ? {} : { finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: (complete) => createInflate(complete ? {} : { finishFlush: constants.Z_SYNC_FLUSH }),
  br: (complete) => createBrotliDecompress(complete ? {} : { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: (complete) => createZstdDecompress(complete ? {} : { finishFlush: constants.ZSTD_e_flush }),
};

/** True for codings that the rules can look through. Bodies in any other are shown to them as they came. */
export const canInflate = (coding: string) => coding !== '' && Object.hasOwn(DECODERS, coding.toLowerCase());

/**
 * Unpacks a held request body for the rules. Resolves with at most about `bytes` of plain text, or with why that is
 * impossible. Most origins ignore Content-Encoding on requests: a body that is not what it says must not pass unseen.
 */
export function inflateBody(
  coding: string,
  chunks: readonly Buffer[],
  complete: boolean,
): Promise<Buffer[] | InflateFault> {
  return new Promise((resolve) => {
    const decoder = DECODERS[coding.toLowerCase()]!(complete);
    const plain: Buffer[] = [];
    let unpacked = 0;
    const settle = (result: Buffer[] | InflateFault) => {
      resolve(result);
      decoder.removeAllListeners();
      decoder.on('error', () => undefined);
      decoder.destroy();
    };
    decoder.on('data', (chunk: Buffer) => {
      unpacked += chunk.length;
      plain.push(chunk);
      // Against what has been read so far: a bomb shows at its beginning, and is not unpacked any further.
      if (unpacked > INFLATE_LIMITS.ratioFrom && unpacked > decoder.bytesWritten * INFLATE_LIMITS.ratio)
        settle('bomb');
      else if (unpacked >= INFLATE_LIMITS.bytes) settle(plain);
    });
    decoder.on('end', () => settle(plain));
    decoder.on('error', () => settle('malformed'));
    for (const chunk of chunks) decoder.write(chunk);
    decoder.end();
  });
}
