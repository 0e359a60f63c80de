import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { runToEnd } from '../../model/pausable.ts';
import { framedMessages, isFramed, typeOfMessages } from './framed-messages.ts';

const TEXT = "1' UNION SELECT login FROM staff -- ";
const frame = (message: Buffer | string, flags = 0): Buffer => {
  const bytes = Buffer.from(message as string);
  const head = Buffer.alloc(5);
  head[0] = flags;
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
};
const read = (bytes: Buffer, coding = '', budget = { steps: 0, isSliceOver: false }) =>
  runToEnd(framedMessages(bytes.toString('latin1'), coding, budget));

it.each([
  ['application/grpc', true, 'application/proto'],
  ['application/grpc+json; charset=utf-8', true, 'application/json'],
  ['application/grpc-web+proto', true, 'application/proto'],
  ['application/connect+json', true, 'application/json'],
  ['application/grpc-web-text', false, 'application/proto'],
  ['application/json', false, 'application/proto'],
])('%s', (type, framed, inner) => {
  expect(isFramed(type)).toBe(framed);
  if (framed) expect(typeOfMessages(type)).toBe(inner);
});

it('tells messages, those that are packed among them', () => {
  const body = Buffer.concat([frame('a'), frame(gzipSync(TEXT), 1), frame(''), frame('b', 0x80)]);
  expect(read(body)).toEqual({ texts: ['a', TEXT, 'b'], isAll: true });
  expect(read(frame(deflateSync(TEXT), 1), ' deflate')).toEqual({ texts: [TEXT], isAll: true });
});

it('tells what there is of a message that is cut or damaged', () => {
  const packed = gzipSync(TEXT.repeat(40));
  packed[packed.length - 6]! ^= 0xff;
  expect(read(frame(packed, 1)).texts.join('')).toContain(TEXT);
  expect(read(frame('abcdef').subarray(0, 8))).toEqual({ texts: ['abc'], isAll: true });
  // Cut, it may be the beginning of a longer body.
  expect(read(frame(gzipSync(TEXT).subarray(0, 12), 1)).isAll).toBe(true);
  expect(read(Buffer.from([0, 0xff, 0xff, 0xff, 0xff, 0x61]))).toEqual({ texts: ['a'], isAll: true });
});

it('unpacks no more than there is room for, and counts what it costs', () => {
  const bomb = frame(gzipSync('a'.repeat(8 * 1024 * 1024)), 1);
  const budget = { steps: 0, isSliceOver: false };
  expect(read(bomb, '', budget)).toEqual({ texts: [], isAll: false });
  expect(budget.steps).toBeGreaterThan(8 * 1024 * 1024);
  expect(budget.steps).toBeLessThan(16 * 1024 * 1024);
  const many = Buffer.concat(Array.from({ length: 100_000 }, () => frame('a')));
  expect(read(many).texts).toHaveLength(500);
});

it('says that there are too many, so that none behind them passes unread', () => {
  const messages = (count: number) => Buffer.concat(Array.from({ length: count }, () => frame('a')));
  expect(read(messages(500)).isAll).toBe(true);
  expect(read(Buffer.concat([messages(500), frame(gzipSync(TEXT), 1)])).isAll).toBe(false);
});

it.each([
  ['gzip', gzipSync(TEXT), 'deflate,gzip'],
  ['gzip, whatever its fields say', gzipSync(TEXT), 'br'],
  ['zlib', deflateSync(TEXT), 'gzip'],
  ['deflate without a head', deflateRawSync(TEXT), 'deflate'],
])('unpacks %s', (_what, packed, codings) => {
  expect(read(frame(packed, 1), codings)).toEqual({ texts: [TEXT], isAll: true });
});

it('says so where it cannot unpack one, and reads on', () => {
  const damaged = gzipSync(TEXT);
  damaged[14]! ^= 0xff;
  for (const [packed, codings] of [
    ['no gzip', 'gzip'],
    ['no br either, or so it seems', 'br'],
    [brotliCompressSync(TEXT), 'br'],
    [zstdCompressSync(TEXT), 'zstd'],
    [damaged, ''],
  ] as const) {
    const found = read(Buffer.concat([frame(packed as string, 1), frame('b')]), codings);
    expect([codings, found.isAll, found.texts.at(-1)]).toEqual([codings, false, 'b']);
  }
  expect(read(frame(gzipSync(''), 1))).toEqual({ texts: [], isAll: true });
  expect(read(frame(deflateSync(''), 1))).toEqual({ texts: [], isAll: true });
});
