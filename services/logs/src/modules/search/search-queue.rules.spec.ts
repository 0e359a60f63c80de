import { SearchQueue } from './search-queue.rules.ts';

function opened() {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { gate, open: () => open() };
}

describe('turns of searches', () => {
  it('runs two at a time, the others in the order in which they came', async () => {
    const turns = new SearchQueue();
    const { gate, open } = opened();
    const begun: number[] = [];
    const all = [0, 1, 2, 3].map((n) =>
      turns.take(async () => {
        begun.push(n);
        await gate;
        return n;
      }),
    );
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    open();
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('runs as many at a time as it is told', async () => {
    const turns = new SearchQueue(1);
    const { gate, open } = opened();
    const begun: number[] = [];
    const all = [0, 1].map((n) =>
      turns.take(async () => {
        begun.push(n);
        await gate;
      }),
    );
    await Promise.resolve();
    expect(begun).toEqual([0]);
    open();
    await Promise.all(all);
    expect(begun).toEqual([0, 1]);
  });

  it('lets the next one go when one fails, and refuses what would wait too long', async () => {
    const turns = new SearchQueue();
    const { gate, open } = opened();
    const failing = async () => {
      await gate;
      throw new Error('no database');
    };
    const all = Array.from({ length: 26 }, () => turns.take(failing));
    await expect(turns.take(failing)).rejects.toMatchObject({ code: 'too_many_searches' });
    const settled = Promise.allSettled(all);
    open();
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
    expect(await turns.take(async () => 'again')).toBe('again');
  });
});
