import { parseAddress } from '../../io/addresses/client-address.ts';
import { FairCounter } from '../../io/shares/fair-counter.ts';
import { POOLS } from '../../io/shares/pools.ts';
import { ColdLoads } from './cold-loads.ts';

const client = (text: string) => parseAddress(text)!;

it('refuses who names one host after another, nobody else, and not for longer than it counts', () => {
  let now = 0;
  const loads = new ColdLoads(new FairCounter(POOLS.cold_sites), () => now);
  const { bound, freeUpTo, shares } = POOLS.cold_sites;
  let taken = 0;
  while (loads.enter(client('192.0.2.1'))) taken++;
  // Alone on a quiet machine it has what is free.
  expect(taken).toBe(bound * freeUpTo);
  expect(loads.enter(client('192.0.2.2'))).toBe(false);
  for (let nth = 0; nth < bound * shares.client - 1; nth++)
    expect(loads.enter(client('198.51.100.1'))).toBe(true);
  now = 9_999;
  expect(loads.enter(client('192.0.2.1'))).toBe(false);
  now = 10_000;
  expect(loads.enter(client('192.0.2.1'))).toBe(true);
});
