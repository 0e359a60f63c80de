import { FairCounter } from '../../io/shares/fair-counter.ts';
import type { Holder } from '../../io/shares/holder.ts';
import { POOLS } from '../../io/shares/pools.ts';
import { LookupRoom } from './lookup-room.ts';

const clientOf = (n: number): Holder => ({
  client: { key: `192.0.${n}.1`, family: 4, bits: BigInt(n) << 8n },
  site: null,
});
const counter = () => new FairCounter(POOLS.password_lookups);

it('asks a few at once, and the others in their order', async () => {
  const lookups = new LookupRoom(counter(), { most: 2, timeoutMs: 10_000 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const answers = [0, 1, 2, 3].map((n) =>
    lookups.ask(clientOf(n), () => {
      begun.push(n);
      return new Promise<boolean>((resolve) => ends.push(() => resolve(n % 2 === 0)));
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]!();
  await answers[1];
  expect(begun).toEqual([0, 1, 2]);
  ends[0]!();
  await answers[0];
  ends[2]!();
  ends[3]!();
  expect(await Promise.all(answers)).toEqual([true, false, true, false]);
});

it('waits for none without end, and asks nothing of a disk whose reads hang until one has ended', async () => {
  const room = counter();
  const lookups = new LookupRoom(room, { most: 2, timeoutMs: 20 });
  const ends: (() => void)[] = [];
  const hangs = () => new Promise<boolean>((resolve) => ends.push(() => resolve(true)));
  expect(await Promise.all([0, 1, 2].map((n) => lookups.ask(clientOf(n), hangs)))).toEqual([
    null,
    null,
    null,
  ]);
  expect(ends).toHaveLength(2);
  expect(room.state.used).toBe(0);
  let asked = 0;
  const answers = () => {
    asked++;
    return Promise.resolve(true);
  };
  expect(await lookups.ask(clientOf(3), answers)).toBeNull();
  expect(asked).toBe(0);
  ends[0]!();
  await Promise.resolve();
  expect(await lookups.ask(clientOf(4), answers)).toBe(true);
  ends[1]!();
});

it('tells who asks too much from who comes while others do', async () => {
  const lookups = new LookupRoom(counter(), null);
  const ends: (() => void)[] = [];
  const hangs = () => new Promise<boolean>((resolve) => ends.push(() => resolve(false)));
  const stranger = Array.from({ length: 60 }, () => lookups.ask(clientOf(1), hangs));
  const other = lookups.ask(clientOf(2), () => Promise.resolve(true));
  for (const end of ends) end();
  const answers = await Promise.all(stranger);
  expect(answers.filter((answer) => answer === 'busy')).toHaveLength(44);
  expect(await other).toBe(true);
});
