import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { WriteBatch } from './write-batch.ts';

describe('gathered writes', () => {
  let now: number;
  let written: string[];
  let failures: unknown[];
  const onFailure = (error: unknown) => void failures.push(error);

  beforeEach(() => {
    now = 1_000;
    written = [];
    failures = [];
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const text = (name: string) => ({
    writeNow: () => void written.push(name),
    breakOff: () => void failures.push(`${name} was broken off`),
  });

  it('wait for the end of the turn, and keep their order', async () => {
    const batch = new WriteBatch(onFailure);
    for (const name of ['a', 'b', 'c']) batch.add(text(name));
    expect(written).toEqual([]);
    await turn();
    expect(written).toEqual(['a', 'b', 'c']);
  });

  it('go out before more work is taken up, once the first has waited a millisecond', () => {
    const batch = new WriteBatch(onFailure);
    batch.add(text('a'));
    now += 0.9;
    batch.add(text('b'));
    batch.keepUp();
    expect(written).toEqual([]);
    now += 0.1;
    batch.keepUp();
    expect(written).toEqual(['a', 'b']);
  });

  it('go out when there are 32', () => {
    const batch = new WriteBatch(onFailure);
    for (let n = 0; n < 31; n++) batch.add(text('x'));
    expect(written).toHaveLength(0);
    batch.add(text('last'));
    expect(written).toHaveLength(32);
  });

  it('wait for their own turn when an earlier batch has gone out before its end', async () => {
    const batch = new WriteBatch(onFailure);
    batch.add(text('a'));
    now++;
    batch.keepUp();
    batch.add(text('b'));
    await turn();
    expect(written).toEqual(['a', 'b']);
  });

  it.each([true, false])(
    'fail alone: their own socket is broken off, and nobody else learns of it',
    async (gathers) => {
      const batch = new WriteBatch(onFailure, gathers);
      const broken = new Error('broken');
      const failing = {
        writeNow: () => {
          throw broken;
        },
        breakOff: (error: unknown) => void written.push(`broken off: ${(error as Error).message}`),
      };
      batch.add(text('a'));
      batch.add(failing);
      batch.add(text('b'));
      now++;
      batch.keepUp();
      expect(written).toEqual(['a', 'broken off: broken', 'b']);
      expect(failures).toEqual([broken]);
      await turn();
      expect(written).toHaveLength(3);
    },
  );

  it('that the 32nd sends out do not fail in its own call', () => {
    const batch = new WriteBatch(onFailure);
    const failing = {
      writeNow: () => {
        throw new Error('broken');
      },
      breakOff: () => undefined,
    };
    for (let n = 0; n < 31; n++) batch.add(failing);
    batch.add(text('last'));
    expect(written).toEqual(['last']);
    expect(failures).toHaveLength(31);
  });

  it('that lead to others leave those for the next batch', async () => {
    const batch = new WriteBatch(onFailure);
    batch.add({ ...text('a'), writeNow: () => batch.add(text('after a')) });
    batch.add(text('b'));
    now++;
    batch.keepUp();
    expect(written).toEqual(['b']);
    await turn();
    expect(written).toEqual(['b', 'after a']);
  });

  it('are none where they are switched off', () => {
    const batch = new WriteBatch(onFailure, false);
    batch.add(text('a'));
    expect(written).toEqual(['a']);
  });
});
