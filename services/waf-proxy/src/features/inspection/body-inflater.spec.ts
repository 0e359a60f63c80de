import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { canInflate, inflateBody } from './body-inflater.ts';

const MAX_BYTES = 1_310_720;
const text = Buffer.from('name=value&'.repeat(1_000));
const joined = async (coding: string, packed: Buffer, complete = true) => {
  const pieces = [packed.subarray(0, 10), packed.subarray(10)];
  const result = await inflateBody(coding, pieces, complete, { most: MAX_BYTES, take: () => true });
  return typeof result === 'string' ? result : Buffer.concat(result.chunks);
};

describe('compressed request bodies', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
  ])('are unpacked from %s', async (coding, packed) => {
    expect(await joined(coding, packed)).toEqual(text);
  });

  it.each([
    ...[
      'x-gzip',
      '"gzip"',
      "'gzip'",
      'gzip;q=1',
      'gzip ; level="9"',
      'GZip',
      ',gzip,',
      ' , ,gzip',
      '\tgzip ',
    ],
    ...['identity, gzip', 'gzip, identity', '"identity",X-GZIP;x', 'gzip,,'],
  ])('are recognised as gzip by %j', async (coding) => {
    expect(canInflate(coding)).toBe(true);
    expect(await joined(coding, gzipSync(text))).toEqual(text);
  });

  it.each([
    ['brotli', brotliCompressSync(text)],
    ['x-br', brotliCompressSync(text)],
    ['x-deflate', deflateSync(text)],
    ['zlib', deflateSync(text)],
    ['x-zstd', zstdCompressSync(text)],
  ])('are recognised by another name: %s', async (coding, packed) => {
    expect(await joined(coding, packed)).toEqual(text);
  });

  it('are bombs when they grow more than a hundredfold', async () => {
    expect(await joined('gzip', gzipSync(Buffer.alloc(50_000_000)))).toBe('bomb');
    expect(await joined('br', brotliCompressSync(Buffer.alloc(50_000_000)))).toBe('bomb');
  });

  it('are unpacked no further than the rules look', async () => {
    const noise = Buffer.from(Array.from({ length: 3_000_000 }, (_, n) => (n * 7_919 * (n % 251)) % 97));
    const result = await joined('gzip', gzipSync(noise));
    expect(Buffer.isBuffer(result)).toBe(true);
    expect(result.length).toBeGreaterThanOrEqual(MAX_BYTES);
    expect(result.length).toBeLessThan(MAX_BYTES + 65_536);
  });

  it('are refused when they are not what they say', async () => {
    expect(await joined('gzip', Buffer.from('this is not gzip at all'))).toBe('malformed');
    expect(await joined('gzip', gzipSync(text).subarray(0, 40))).toBe('malformed');
  });

  it.each([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
  ])('are refused with anything behind the end of %s', async (coding, packed) => {
    for (const behind of ['&q=1', '\0\0\0&q=1', '\x50\x2a\x4d\x18\x04\0\0\0&q=1'])
      expect(await joined(coding, Buffer.concat([packed, Buffer.from(behind, 'latin1')]))).toBe('malformed');
  });

  it('are unpacked from several members or frames, or refused', async () => {
    expect(await joined('gzip', Buffer.concat([gzipSync('a'), gzipSync('b')]))).toEqual(Buffer.from('ab'));
    const frames = await joined('zstd', Buffer.concat([zstdCompressSync('a'), zstdCompressSync('b')]));
    expect(['malformed', Buffer.from('ab')]).toContainEqual(frames);
  });

  it('are unpacked as far as they are held', async () => {
    const noise = randomBytes(1_400_000);
    const packed = gzipSync(noise);
    const result = await joined('gzip', packed.subarray(0, MAX_BYTES), false);
    expect(noise.subarray(0, result.length).equals(result as Buffer)).toBe(true);
    expect(result.length).toBeGreaterThan(1_290_000);
  });

  it.each([
    ['gzip', Buffer.concat(Array(70_000).fill(gzipSync('')))],
    ['gzip', Buffer.concat([gzipSync('').subarray(0, 10), Buffer.from('000000ffff'.repeat(280_000), 'hex')])],
  ])('are refused where what is held of %s says less than the rules look at', async (coding, packed) => {
    expect(await joined(coding, packed, false)).toBe('bomb');
  });

  it('say whether there is more of them than was unpacked', async () => {
    const cut = async (packed: Buffer, complete: boolean) => {
      const result = await inflateBody('gzip', [packed], complete, { most: MAX_BYTES, take: () => true });
      return typeof result === 'string' ? result : result.isCut;
    };
    expect(await cut(gzipSync(text), true)).toBe(false);
    expect(await cut(gzipSync(randomBytes(2_000_000)), true)).toBe(true);
    expect(await cut(gzipSync(randomBytes(2_000_000)).subarray(0, 1_000_000), false)).toBe(true);
  });

  it('are unpacked only as far as there is room', async () => {
    let room = 100_000;
    const take = (bytes: number) => {
      room -= bytes;
      return room >= 0;
    };
    expect(
      await inflateBody('gzip', [gzipSync(randomBytes(90_000))], true, { most: MAX_BYTES, take }),
    ).toMatchObject({
      isCut: false,
    });
    expect(await inflateBody('gzip', [gzipSync(randomBytes(90_000))], true, { most: MAX_BYTES, take })).toBe(
      'no_room',
    );
  });

  it('are refused where a frame of zstd wants to look back on more than 8 MiB', async () => {
    const wide = (log: number) =>
      zstdCompressSync(text, {
        params: { [constants.ZSTD_c_windowLog]: log, [constants.ZSTD_c_contentSizeFlag]: 0 },
      });
    // The window is what a frame says it is, whatever its length: magic, descriptor, then the window's logarithm.
    const claims = (log: number) => {
      const packed = wide(17);
      packed[4]! &= ~0x20;
      packed[5] = (log - 10) << 3;
      return packed;
    };
    expect(await joined('zstd', claims(23))).toEqual(text);
    expect(await joined('zstd', claims(27))).toBe('malformed');
  });

  it('are left as they came where one coding is unknown', () => {
    expect(['gzip, x-unknown', 'x-unknown', 'identity', '', 'constructor'].filter(canInflate)).toEqual([]);
  });
});
