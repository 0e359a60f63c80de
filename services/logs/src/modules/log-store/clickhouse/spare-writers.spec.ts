import { BinaryWriter } from './binary-writer.ts';
import { SpareWriters } from './spare-writers.ts';

describe('the memory of sent blocks', () => {
  it('serves the next block that fits, empty, and no two at once', () => {
    const spare = new SpareWriters();
    const [large, small] = [new BinaryWriter(4_096), new BinaryWriter(1_024)];
    large.text('of a block that was sent');
    spare.give(large);
    spare.give(small);
    expect(spare.take(1_000)).toBe(small);
    const next = spare.take(1_000);
    expect(next).toBe(large);
    expect(next.size).toBe(0);
    expect(spare.take(1_000)).not.toBe(large);
  });
  it('is not kept for blocks that it is too small for, and bounded', () => {
    const spare = new SpareWriters();
    const [oldest, ...others] = Array.from({ length: 5 }, () => new BinaryWriter(1_024));
    for (const writer of [oldest!, ...others]) spare.give(writer);
    const taken = Array.from({ length: 5 }, () => spare.take(1_024));
    expect(taken).not.toContain(oldest);
    expect(taken).toEqual(expect.arrayContaining(others));
    spare.give(new BinaryWriter(64 * 1024 * 1024));
    expect(spare.take(1).capacity).toBe(1);
  });
});
