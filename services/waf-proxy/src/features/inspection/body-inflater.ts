import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';

/** More plain text than this many times a compressed body's size is a bomb. */
export const INFLATE_LIMITS = { ratio: 100, ratioFrom: 64 * 1024 } as const;

/** What one member of zstd may look back on (RFC 9659); a decoder holds as much memory. */
const ZSTD_WINDOW_LOG = 23;

/** `no_room`: the pool has no room for the decompressed text. */
export type InflateFault = 'bomb' | 'malformed' | 'no_room';

export interface Inflated {
  chunks: readonly Buffer[];
  /** There is more of it than was unpacked. */
  isCut: boolean;
}

export interface PlainTextRoom {
  /** What of a body is unpacked. */
  readonly most: number;
  /** Takes room for this many more decompressed bytes; false: the pool is full. */
  readonly take: (bytes: number) => boolean;
}

/** `bytesWritten`: packed bytes read so far. */
type Decoder = Transform & { readonly bytesWritten: number };

/** A body of which only the beginning is held ends in the middle of its coding, and that is no fault then. */
const DECODERS: Readonly<Record<string, (complete: boolean) => Decoder>> = {
  gzip: (complete) => createGunzip(complete ? {} : { finishFlush: constants.Z_SYNC_FLUSH }),
  'x-gzip': (complete) => createGunzip(complete ? {} : { finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: (complete) => createInflate(complete ? {} : { finishFlush: constants.Z_SYNC_FLUSH }),
  br: (complete) => createBrotliDecompress(complete ? {} : { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: (complete) =>
    createZstdDecompress({
      params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
      ...(complete ? {} : { finishFlush: constants.ZSTD_e_flush }),
    }),
};

/**
 * A body that goes on behind what is held has to have this many times as many bytes in it as are held, at least: coders can
 * say nothing for as long as they like (empty blocks, members, frames), and what they say then nobody would look at.
 */
const MIN_GAIN = 0.9;

/** Maximum number of nested codings; more are used only to hide something. */
const MAX_CODINGS = 4;

/** What servers take for one of them. */
const ALIASES: Readonly<Record<string, string>> = {
  'x-deflate': 'deflate',
  zlib: 'deflate',
  brotli: 'br',
  'x-br': 'br',
  'x-zstd': 'zstd',
};

/**
 * In the order in which they were applied. As lenient as any server: with parameters, in quotes, in any case, with empty
 * members; a coding that we would not recognise is a body that we would not see through.
 */
const codingsOf = (contentEncoding: string): string[] =>
  contentEncoding
    .toLowerCase()
    .split(',')
    .map((member) => member.replace(/;[\s\S]*/, '').replace(/["'\s]/g, ''))
    .filter((coding) => coding !== '' && coding !== 'identity')
    .map((coding) => (Object.hasOwn(ALIASES, coding) ? ALIASES[coding]! : coding));

/** True for codings that the rules can look through. Bodies in any other are shown to them as they came. */
export function canInflate(contentEncoding: string): boolean {
  if (contentEncoding === '') return false;
  const codings = codingsOf(contentEncoding);
  return codings.length > 0 && codings.every((coding) => Object.hasOwn(DECODERS, coding));
}

/**
 * Unpacks a held request body for the rules, the coding that was applied last first. Resolves with at most about `room.most` bytes of
 * plain text, or with why that is impossible. Most origins ignore Content-Encoding on requests: a body that is not what it
 * says must not pass unseen.
 */
export async function inflateBody(
  contentEncoding: string,
  chunks: readonly Buffer[],
  complete: boolean,
  room: PlainTextRoom,
): Promise<Inflated | InflateFault> {
  const codings = codingsOf(contentEncoding);
  if (codings.length > MAX_CODINGS) return 'bomb';
  let layer = chunks;
  let isWhole = complete;
  for (const coding of codings.reverse()) {
    const plain = await inflateLayer(coding, layer, isWhole, room);
    if (!Array.isArray(plain)) return plain;
    isWhole &&= bytesOf(plain) < room.most;
    layer = plain;
  }
  const isEnough = complete || bytesOf(layer) >= Math.min(MIN_GAIN * bytesOf(chunks), room.most);
  return isEnough ? { chunks: layer, isCut: !isWhole } : 'bomb';
}

const bytesOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, { length }) => sum + length, 0);

function inflateLayer(
  coding: string,
  chunks: readonly Buffer[],
  complete: boolean,
  room: PlainTextRoom,
): Promise<Buffer[] | InflateFault> {
  return new Promise((resolve) => {
    const decoder = DECODERS[coding]!(complete);
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
      else if (!room.take(chunk.length)) settle('no_room');
      else if (unpacked >= room.most) settle(plain);
    });
    // What stands behind its end only readers see that do not unpack it, or that go on with another stream.
    decoder.on('end', () => settle(decoder.bytesWritten < bytesOf(chunks) ? 'malformed' : plain));
    decoder.on('error', () => settle('malformed'));
    for (const chunk of chunks) decoder.write(chunk);
    decoder.end();
  });
}
