import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CHUNK_BYTES, Opener, Sealer } from './sealed-stream.ts';

const key = randomBytes(32);
const SEALED_CHUNK = CHUNK_BYTES + 16;
const through = (data, by, piece = 10007) => buffer(Readable.from(pieces(data, piece)).pipe(by));
function* pieces(data, size) {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
}
/** `pipe` passes no errors on; the opener's own is what is waited for. */
const opened = (data, by = new Opener(key)) => {
  const source = Readable.from(pieces(data, 10007));
  return Promise.race([buffer(source.pipe(by)), new Promise((_resolve, reject) => by.once('error', reject))]);
};
describe('a sealed stream', () => {
  it.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 3 * CHUNK_BYTES + 5])(
    'opens again, with %i bytes',
    async (size) => {
      const plain = randomBytes(size);
      const sealed = await through(plain, new Sealer(key));
      expect(sealed).toHaveLength(size + 16 * Math.max(1, Math.ceil(size / CHUNK_BYTES)));
      expect((await opened(sealed)).equals(plain)).toBe(true);
    },
  );
  it('is the same whatever pieces it came in', async () => {
    const plain = randomBytes(2 * CHUNK_BYTES + 77);
    const sealed = [1000, CHUNK_BYTES, plain.length].map((piece) => through(plain, new Sealer(key), piece));
    const [one, ...others] = await Promise.all(sealed);
    for (const other of others) expect(other.equals(one)).toBe(true);
  });
  it('does not open where a byte is another, at whatever place', async () => {
    const sealed = await through(randomBytes(2 * CHUNK_BYTES + 9), new Sealer(key));
    for (const at of [
      0,
      CHUNK_BYTES,
      SEALED_CHUNK - 1,
      SEALED_CHUNK,
      sealed.length - 17,
      sealed.length - 1,
    ]) {
      const flipped = Buffer.from(sealed);
      flipped[at] ^= 1;
      await expect(opened(flipped)).rejects.toMatchObject({ code: 'backup_damaged' });
    }
  });
  it('does not open with chunks cut off, exchanged or repeated, nor with another key', async () => {
    const sealed = await through(randomBytes(3 * CHUNK_BYTES), new Sealer(key));
    const [a, b, c] = [0, 1, 2].map((at) => sealed.subarray(at * SEALED_CHUNK, (at + 1) * SEALED_CHUNK));
    for (const parts of [[a, b], [b, a, c], [a, a, b, c], [a, b, c, c], []]) {
      await expect(opened(Buffer.concat(parts))).rejects.toMatchObject({
        code: 'backup_damaged',
      });
    }
    await expect(opened(sealed, new Opener(randomBytes(32)))).rejects.toMatchObject({
      code: 'backup_damaged',
    });
  });
});
