import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { WriteBatch } from './write-batch.ts';

describe('gathered writes', () => {
  let now: number;
  let written: string[];

  beforeEach(() => {
    now = 1_000;
    written = [];
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const text = (name: string) => ({ writeNow: () => void written.push(name) });

  it('wait for the end of the turn, and keep their order', async () => {
    const batch = new WriteBatch();
    for (const name of ['a', 'b', 'c']) batch.add(text(name));
    expect(written).toEqual([]);
    await turn();
    expect(written).toEqual(['a', 'b', 'c']);
  });

  it('go out before more work is taken up, once the first has waited a millisecond', () => {
    const batch = new WriteBatch();
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
    const batch = new WriteBatch();
    for (let n = 0; n < 31; n++) batch.add(text('x'));
    expect(written).toHaveLength(0);
    batch.add(text('last'));
    expect(written).toHaveLength(32);
  });

  it('wait for their own turn when an earlier batch has gone out before its end', async () => {
    const batch = new WriteBatch();
    batch.add(text('a'));
    now++;
    batch.keepUp();
    batch.add(text('b'));
    await turn();
    expect(written).toEqual(['a', 'b']);
  });

  it('are not lost where one of them fails', async () => {
    const batch = new WriteBatch();
    const failing = {
      writeNow: () => {
        throw new Error('broken');
      },
    };
    batch.add(text('a'));
    batch.add(failing);
    for (let n = 0; n < 3; n++) batch.add(text(`after ${n}`));
    now++;
    expect(() => batch.keepUp()).toThrow('broken');
    await turn();
    expect(written).toEqual(['a', 'after 0', 'after 1', 'after 2']);
  });

  it('are none where they are switched off', () => {
    const batch = new WriteBatch(false);
    batch.add(text('a'));
    expect(written).toEqual(['a']);
  });
});
