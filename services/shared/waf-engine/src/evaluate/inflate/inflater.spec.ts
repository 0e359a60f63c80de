import { createHash } from 'node:crypto';
import { constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type InflateForm, Inflater } from './inflater.ts';

const PACK = { bare: deflateRawSync, zlib: deflateSync, gzip: gzipSync };
const FORMS: InflateForm[] = ['bare', 'zlib', 'gzip'];
/** RFC 1951: two bits may repeat 258 bytes. */
const MAX_FROM_ONE_BYTE = 1_032;
const NOISE_BYTES = 200;
/** Bytes without any order, the same for a seed each time. */
const noise = (seed: number): Buffer =>
  createHash('shake256', { outputLength: NOISE_BYTES }).update(String(seed)).digest();
const TEXT = Array.from({ length: 20_000 }, (_, at) => `line ${at * 7919}`).join('\n');

function unpacked(inflater: Inflater, packed: Uint8Array, given = packed.length) {
  const pieces: Buffer[] = [];
  for (let at = 0; at < packed.length && !inflater.isOver; at += given) {
    inflater.give(packed.subarray(at, at + given));
    for (let piece = inflater.next(); piece !== null; piece = inflater.next())
      pieces.push(Buffer.from(piece));
  }
  return { text: Buffer.concat(pieces).toString('latin1'), pieces };
}

describe.each(FORMS)('%s', (form) => {
  it.each([1, 7, 128, 5_000, 1_000_000])('whatever is given at a time: %d bytes', (given) => {
    const inflater = new Inflater(form);
    expect(unpacked(inflater, PACK[form](TEXT), given).text).toBe(TEXT);
    expect(inflater.isOver).toBe(form !== 'gzip');
  });

  it('no piece is longer than 16 KiB, or than is asked for', () => {
    const packed = PACK[form](Buffer.alloc(4 * 1024 * 1024, 97));
    const { pieces } = unpacked(new Inflater(form), packed);
    expect(Math.max(...pieces.map(({ length }) => length))).toBe(16 * 1024);
    expect(pieces).toHaveLength(256);
    expect(new Inflater(form, 64).next()).toBeNull();
    const few = new Inflater(form, 64);
    few.give(packed.subarray(0, 256));
    expect(few.next()).toHaveLength(64);
  });

  it('what is damaged has what came before', () => {
    const noBlockOfThisKind = Buffer.from([7, 7, 7]);
    const packed = Buffer.concat([
      PACK[form](TEXT, { finishFlush: constants.Z_SYNC_FLUSH }),
      noBlockOfThisKind,
    ]);
    const inflater = new Inflater(form);
    expect(unpacked(inflater, packed, 100).text).toBe(TEXT);
    expect(inflater.isOver).toBe(true);
    expect(unpacked(inflater, PACK[form](TEXT)).text).toBe('');
    inflater.beginAnew();
    expect(unpacked(inflater, PACK[form](TEXT)).text).toBe(TEXT);
  });

  it('random bytes come to no more than deflate can make of them', () => {
    for (let seed = 0; seed < 300; seed++) {
      const { text } = unpacked(new Inflater(form), noise(seed), 64);
      expect(text.length).toBeLessThanOrEqual(NOISE_BYTES * MAX_FROM_ONE_BYTE);
    }
  });
});

it('members of gzip are one text', () => {
  const packed = Buffer.concat([
    gzipSync('one '),
    gzipSync(''),
    gzipSync(''),
    gzipSync('two '),
    gzipSync('three'),
  ]);
  for (const given of [1, 10, 1_000])
    expect(unpacked(new Inflater('gzip'), packed, given).text).toBe('one two three');
});

it('several take turns', () => {
  const [one, two] = [new Inflater('bare'), new Inflater('bare')];
  const texts = ['', ''];
  one.give(deflateRawSync(TEXT));
  two.give(deflateRawSync(TEXT.toUpperCase()));
  for (let isOpen = true; isOpen; ) {
    isOpen = false;
    for (const [at, inflater] of [one, two].entries()) {
      const piece = inflater.next();
      if (piece === null) continue;
      isOpen = true;
      texts[at] += Buffer.from(piece).toString('latin1');
    }
  }
  expect(texts).toEqual([TEXT, TEXT.toUpperCase()]);
});
