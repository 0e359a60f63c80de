import { crc32, inflateSync } from 'node:zlib';

/** A picture that a document may hold, without anything that is not the picture. */
export interface Picture {
  type: 'png' | 'jpeg';
  width: number;
  height: number;
  bytes: Buffer;
}

export type PictureRefusal = 'not_a_picture' | 'too_large' | 'damaged' | 'interlaced';

export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
  readonly code: PictureRefusal;

  constructor(code: PictureRefusal) {
    super(code);
    this.code = code;
  }
}

export const MAX_PICTURE_BYTES = 40_000;
/** A side; what is larger takes memory for nothing in a head that is two centimetres high. */
export const MAX_PICTURE_SIDE = 1_000;

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Header, palette, transparency, picture, end: other chunks hold words, places and times. */
const PNG_KEPT: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** A row's first byte says how the row is filtered (PNG, 9.2). */
const PNG_LAST_FILTER = 4;
/** Samples of a pixel by the colour type of the header (PNG, 11.2.2). */
const PNG_SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Reads what somebody uploaded as a picture: by its content, whatever it is called. What is drawn is what is checked: a PNG's pixels
 * are as many as its header says, before anything unpacks them.
 *
 * @throws PictureRefused
 */
export function readPicture(bytes: Buffer): Picture {
  if (bytes.length > MAX_PICTURE_BYTES) throw new PictureRefused('too_large');
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return readPng(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return readJpeg(bytes);
  throw new PictureRefused('not_a_picture');
}

function readPng(bytes: Buffer): Picture {
  const kept: Buffer[] = [PNG_SIGNATURE];
  const data: Buffer[] = [];
  let header: Buffer | null = null;
  let paletteEntries = 0;
  for (const { type, body, whole } of pngChunks(bytes)) {
    if ((header === null) !== (type === 'IHDR')) throw new PictureRefused('damaged');
    if (type === 'IHDR') header = body;
    if (type === 'PLTE') paletteEntries = body.length / 3;
    if (type === 'IDAT') data.push(body);
    if (PNG_KEPT.has(type)) kept.push(whole);
    else if (/^[A-Z]/.test(type)) throw new PictureRefused('damaged');
  }
  if (header === null || header.length !== 13) throw new PictureRefused('damaged');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  checkSize(width, height);
  const [depth = 0, colour = 0, , , interlace] = header.subarray(8);
  const samples = PNG_SAMPLES[colour];
  if (samples === undefined || ![1, 2, 4, 8].includes(depth)) throw new PictureRefused('damaged');
  if (colour === 3 && (!Number.isInteger(paletteEntries) || paletteEntries < 1))
    throw new PictureRefused('damaged');
  if (interlace !== 0) throw new PictureRefused('interlaced');
  const row = 1 + Math.ceil((width * samples * depth) / 8);
  const rows = unpacked(Buffer.concat(data), row * height);
  if (rows.length !== row * height) throw new PictureRefused('damaged');
  // Who draws it throws at another one, where nobody can catch that.
  for (let at = 0; at < rows.length; at += row)
    if (rows[at]! > PNG_LAST_FILTER) throw new PictureRefused('damaged');
  return { type: 'png', width, height, bytes: Buffer.concat(kept) };
}

function* pngChunks(bytes: Buffer): Generator<{ type: string; body: Buffer; whole: Buffer }> {
  let at = PNG_SIGNATURE.length;
  for (;;) {
    if (at + 12 > bytes.length) throw new PictureRefused('damaged');
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new PictureRefused('damaged');
    const whole = bytes.subarray(at, end);
    if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4))
      throw new PictureRefused('damaged');
    const type = whole.toString('latin1', 4, 8);
    yield { type, body: whole.subarray(8, -4), whole };
    // Whatever comes behind the end is no part of the picture.
    if (type === 'IEND') return;
    at = end;
  }
}

/** At most one byte more than there may be: packed ones can be a thousand times as many. */
function unpacked(data: Buffer, most: number): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: most + 1 });
  } catch {
    throw new PictureRefused('damaged');
  }
}

const JPEG_SCAN = 0xda;
/** Frames that a PDF shows: baseline, extended and progressive with Huffman codes (ITU T.81, B.1.1.3). */
const JPEG_FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Adobe's says how colours are coded; other application segments hold cameras, places and previews. */
const JPEG_ADOBE = 0xee;

function readJpeg(bytes: Buffer): Picture {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  let at = 2;
  for (;;) {
    if (at + 4 > bytes.length || bytes[at] !== 0xff) throw new PictureRefused('damaged');
    const marker = bytes[at + 1] ?? 0;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) throw new PictureRefused('damaged');
    const segment = bytes.subarray(at, end);
    if (JPEG_FRAMES.has(marker)) {
      const components = segment[9] ?? 0;
      if (segment.length < 10 || segment[4] !== 8 || ![1, 3].includes(components))
        throw new PictureRefused('damaged');
      size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
      checkSize(size.width, size.height);
    }
    const isNote = (marker >= 0xe0 && marker <= 0xef && marker !== JPEG_ADOBE) || marker === 0xfe;
    if (marker === JPEG_SCAN) {
      if (size === null) throw new PictureRefused('damaged');
      return { type: 'jpeg', ...size, bytes: Buffer.concat([...kept, bytes.subarray(at)]) };
    }
    if (!isNote) kept.push(segment);
    at = end;
  }
}

function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw new PictureRefused('damaged');
  if (width > MAX_PICTURE_SIDE || height > MAX_PICTURE_SIDE) throw new PictureRefused('too_large');
}
