import { FrameEnds } from './frame-ends.ts';
import { FrameReader } from './frame-reader.ts';

const text = (bytes: number, fin = true): Buffer => frame(fin ? 0x81 : 0x01, bytes);

function frame(first: number, bytes: number): Buffer {
  const head =
    bytes < 126
      ? [first, bytes]
      : bytes < 0x1_0000
        ? [first, 126, bytes >> 8, bytes & 0xff]
        : [first, 127, 0, 0, 0, 0];
  const long = Buffer.alloc(4);
  long.writeUInt32BE(bytes);
  return Buffer.concat([
    Buffer.from(head),
    bytes < 0x1_0000 ? Buffer.alloc(0) : long,
    Buffer.alloc(bytes, 'a'),
  ]);
}

describe('the ends of an origin’s frames', () => {
  it('are found in whatever pieces they come', () => {
    const frames = [0, 1, 125, 126, 300, 70_000].flatMap((bytes) => [text(bytes), frame(0x89, 3)]);
    const all = Buffer.concat(frames);
    const ends = new Set<number>();
    let end = 0;
    for (const { length } of frames) {
      end += length;
      ends.add(end);
    }
    for (const piece of [1, 2, 3, 7, 1_000, all.length]) {
      const reader = new FrameEnds(false);
      const wrong: number[] = [];
      for (let at = 0; at < all.length; at += piece) {
        const isSound = reader.push(all.subarray(at, at + piece));
        const isEnd = ends.has(Math.min(all.length, at + piece));
        if (!isSound || reader.atBoundary !== isEnd) wrong.push(at);
      }
      expect(wrong).toEqual([]);
    }
  });

  it.each([
    ['masked', Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x61])],
    ['unknown', Buffer.from([0x83, 0])],
    ['compressed, as nobody agreed', Buffer.from([0xc1, 0])],
    ['a long ping', frame(0x89, 126)],
    ['a part of a ping', Buffer.from([0x09, 0])],
    ['the rest of nothing', Buffer.from([0x80, 0])],
    ['another message within one', Buffer.concat([text(1, false), text(1)])],
    ['a length that is longer than it has to be', Buffer.from([0x81, 126, 0, 5])],
  ])('are none where a frame is %s', (_what, bytes) => {
    expect(new FrameEnds(false).push(bytes)).toBe(false);
    const bytewise = new FrameEnds(false);
    expect([...bytes].every((byte) => bytewise.push(Buffer.from([byte])))).toBe(false);
  });

  it('may be compressed where that was agreed on', () => {
    expect(new FrameEnds(true).push(Buffer.from([0xc1, 0]))).toBe(true);
  });

  it.each([0, 1, 2])('cost a small part of what a client’s frames do, of %i bytes each', (bytes) => {
    const read = Buffer.concat(Array<Buffer>(Math.floor(65_536 / (2 + bytes))).fill(text(bytes)));
    const sink = { begin: () => null, payload: () => undefined, end: () => null };
    const whole = new FrameReader(false, false, sink, {
      begin: () => true,
      isSpent: false,
      spend: () => undefined,
    });
    const ends = new FrameEnds(false);
    const costs = { whole: 0, ends: 0 };
    for (let round = 0; round < 30; round++) {
      costs.whole += cpuOf(() => whole.push(read));
      costs.ends += cpuOf(() => ends.push(read));
    }
    expect(costs.ends * 3).toBeLessThan(costs.whole);
  });
});

function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user;
}
