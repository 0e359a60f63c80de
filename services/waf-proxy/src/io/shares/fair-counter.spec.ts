import { parseAddress } from '../addresses/client-address.ts';
import { FairCounter } from './fair-counter.ts';
import type { Holder } from './holder.ts';
import { POOLS, type PoolSpec } from './pools.ts';

const who = (address: string, site = 'a', owner = site): Holder => ({
  client: parseAddress(address)!,
  site: { siteId: site, ownerId: owner },
});

/** As many as get in, one after another, of those that are made by number. */
function entering(counter: FairCounter, holders: (index: number) => Holder, limit = 100_000): number {
  let index = 0;
  while (index < limit && counter.enter(holders(index)) !== null) index++;
  return index;
}

describe('what is counted and cannot be taken back', () => {
  const counted = Object.entries<PoolSpec>(POOLS).filter(([, { freeUpTo }]) => freeUpTo < 1);

  it.each(counted)(
    '%s: one client takes the free part and no more, and another has their share then',
    (_name, spec) => {
      const counter = new FairCounter(spec);
      const step = spec.unit === 'bytes' ? 1024 * 1024 : 1;
      let taken = 0;
      while (counter.enter(who('192.0.2.1'), step) !== null) taken += step;
      expect(taken).toBeLessThanOrEqual(Math.max(spec.bound * spec.freeUpTo, 1));
      expect(taken).toBeGreaterThan(0);
      const share = Math.min(...Object.values(spec.shares as Record<string, number>));
      let others = 0;
      while (others + step <= spec.bound * share && counter.enter(who('198.51.100.7', 'b'), step) !== null)
        others += step;
      expect(others).toBeGreaterThanOrEqual(Math.floor((spec.bound * share) / step) * step);
    },
  );

  it.each(counted)('%s: never holds more than its bound', (_name, spec) => {
    const counter = new FairCounter(spec, 64);
    entering(counter, (index) => who(`10.${index % 200}.${index % 7}.1`, `site-${index}`));
    expect(counter.state.used).toBeLessThanOrEqual(64);
  });

  it('knows IPv6 networks by their first 48 bits, and owners by all of their sites', () => {
    const spec = { ...POOLS.requests, bound: 160 };
    const network = entering(new FairCounter(spec), (index) =>
      who(`2001:db8:1:${index.toString(16)}::1`, `s${index}`),
    );
    const owner = entering(new FairCounter(spec), (index) => who(`10.0.${index}.1`, `s${index}`, 'one'));
    expect(network).toBe(80);
    expect(owner).toBe(120);
  });

  it('adds up alike whether it has to or not', () => {
    const counter = new FairCounter({ ...POOLS.requests, bound: 160 });
    const places = Array.from({ length: 79 }, (_, index) => counter.enter(who(`192.0.2.${index % 4}`))!);
    for (const place of places.splice(4, 70)) counter.leave(place);
    expect(entering(counter, () => who('192.0.2.1'))).toBe(71);
    for (const place of places) counter.leave(place);
    expect(counter.state.used).toBe(71);
  });

  it('grows within the same bounds, and is given back as a whole', () => {
    const counter = new FairCounter(POOLS.requests, 160);
    const place = counter.enter(who('192.0.2.1'))!;
    expect(counter.grow(place, 79)).toBe(true);
    expect(counter.grow(place, 1)).toBe(false);
    expect(counter.enter(who('198.51.100.7', 'b'), 10)).not.toBeNull();
    counter.leave(place);
    expect(counter.state.used).toBe(10);
  });
});
