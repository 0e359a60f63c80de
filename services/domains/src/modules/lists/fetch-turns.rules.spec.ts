import { setTimeout as sleep } from 'node:timers/promises';
import { FetchTurns, NoTurnError } from './fetch-turns.rules.ts';

const HOLD_MS = 40;
const turnsWith = (over: Partial<ConstructorParameters<typeof FetchTurns>[0]> = {}) =>
  new FetchTurns({ places: 2, minHoldMs: HOLD_MS, maxWaitMs: 10_000, maxWaiting: 8, ...over });

/** A source that responds only when told to, or when the caller gives up. */
function slowSource() {
  let answer: () => void = () => undefined;
  let asked = false;
  return {
    isAsked: () => asked,
    answer: () => answer(),
    ask: (signal: AbortSignal) =>
      new Promise<'answered' | 'given up'>((resolve) => {
        asked = true;
        answer = () => resolve('answered');
        signal.addEventListener('abort', () => resolve('given up'));
      }),
  };
}
const quick = () => Promise.resolve('answered');

describe('turns of fetching', () => {
  it('give the places of slow sources to who waits, the longest held first, and keep the others', async () => {
    const turns = turnsWith();
    const [first, second] = [slowSource(), slowSource()];
    const [one, other] = [turns.take(false, first.ask), turns.take(false, second.ask)];
    expect(await turns.take(false, quick)).toBe('answered');
    expect(await one).toBe('given up');
    second.answer();
    expect(await other).toBe('answered');
  });

  it('leave a slow source its place as long as nobody waits', async () => {
    const turns = turnsWith({ places: 1 });
    const source = slowSource();
    const fetched = turns.take(false, source.ask);
    await sleep(3 * HOLD_MS);
    source.answer();
    expect(await fetched).toBe('answered');
  });

  it('come in the order of asking, and last to those that were slow before', async () => {
    const turns = turnsWith({ places: 1, minHoldMs: 10_000 });
    const held = slowSource();
    const order: string[] = [];
    const note = (name: string) => () => Promise.resolve(void order.push(name));
    const all = [
      turns.take(false, held.ask),
      turns.take(true, note('slow')),
      turns.take(false, note('a')),
      turns.take(false, note('b')),
    ];
    held.answer();
    await Promise.all(all);
    expect(order).toEqual(['a', 'b', 'slow']);
  });

  it('are not taken from anybody by sources that were slow before', async () => {
    const turns = turnsWith({ places: 1, maxWaitMs: 3 * HOLD_MS });
    const held = slowSource();
    const fetched = turns.take(false, held.ask);
    await expect(turns.take(true, quick)).rejects.toThrow(NoTurnError);
    held.answer();
    expect(await fetched).toBe('answered');
  });

  it('are refused when too many wait, and after waiting too long, and free again afterwards', async () => {
    const turns = turnsWith({ places: 1, minHoldMs: 10_000, maxWaitMs: HOLD_MS, maxWaiting: 1 });
    const held = slowSource();
    const fetched = turns.take(false, held.ask);
    const waiting = turns.take(false, quick);
    await expect(turns.take(false, quick)).rejects.toThrow('too many wait');
    await expect(waiting).rejects.toThrow('waited too long');
    held.answer();
    await fetched;
    expect(await turns.take(false, quick)).toBe('answered');
  });

  it('are never more than there are places, also in the moment when one is handed on', async () => {
    const turns = turnsWith({ places: 1, minHoldMs: 10_000 });
    let most = 0;
    let now = 0;
    const counted = async () => {
      most = Math.max(most, ++now);
      await sleep(1);
      now--;
    };
    const first = turns.take(false, counted);
    const second = turns.take(false, counted);
    const third = first.then(() => turns.take(false, counted));
    await Promise.all([first, second, third]);
    expect(most).toBe(1);
  });

  it('pass a failure on, and the place to the next', async () => {
    const turns = turnsWith({ places: 1 });
    const failed = turns.take(false, () => Promise.reject(new Error('no list')));
    const next = turns.take(false, quick);
    await expect(failed).rejects.toThrow('no list');
    expect(await next).toBe('answered');
  });
});
