import { parseAddress } from '../addresses/client-address.ts';
import { FairPool, type Hold } from './fair-pool.ts';
import type { Holder } from './holder.ts';
import type { PoolSpec } from './pools.ts';

const SPEC: PoolSpec = {
  unit: 'bytes',
  bound: 1_600,
  freeUpTo: 1,
  shares: { client: 1 / 16, network: 1 / 8, site: 1 / 4, owner: 1 / 2 },
  what: '',
  whenFull: '',
  test: '',
};

let now = 0;
let shed: string[] = [];
let pool: FairPool;
beforeEach(() => {
  now = 0;
  shed = [];
  pool = new FairPool(SPEC, SPEC.bound, () => now);
});

const who = (address: string, site = 'a', owner = site): Holder => ({
  client: parseAddress(address)!,
  site: { siteId: site, ownerId: owner },
});
function holds(name: string, holder: Holder, amount: number): Hold {
  const hold = pool.open(holder, () => shed.push(name));
  hold.take(amount);
  return hold;
}

describe('a pool that many hold parts of', () => {
  it('keeps nobody out while there is room, however much they hold', () => {
    const hold = holds('greedy', who('192.0.2.1'), 1_500);
    expect(hold.take(100)).toBe(true);
    expect(shed).toEqual([]);
  });

  it('takes from who holds most, so that a newcomer of another site gets in', () => {
    for (let index = 0; index < 16; index++) holds(`greedy-${index}`, who('192.0.2.1'), 100);
    expect(pool.open(who('198.51.100.7', 'b'), () => shed.push('newcomer')).take(200)).toBe(true);
    expect(shed.length).toBeGreaterThan(0);
    expect(shed).not.toContain('newcomer');
    expect(pool.state.used).toBeLessThanOrEqual(SPEC.bound);
  });

  it('refuses who holds most himself, and takes back what that request held', () => {
    const [greedy] = Array.from({ length: 15 }, () => holds('greedy', who('192.0.2.1'), 100));
    holds('modest', who('198.51.100.7', 'b'), 100);
    now += 1_000;
    expect(greedy!.take(100)).toBe(false);
    expect(greedy!.amount).toBe(0);
    expect(shed).not.toContain('modest');
  });

  it('is not deceived by many addresses of one network, or many networks at one site, or many sites of one owner', () => {
    const hoards: ((index: number) => Holder)[] = [
      (index) => who(`192.0.2.${index}`),
      (index) => who(`2001:db8:0:${index.toString(16)}::1`),
      (index) => who(`10.${index}.0.1`),
      (index) => who(`10.${index}.0.1`, `site-${index}`, 'one owner'),
    ];
    for (const hoard of hoards) {
      pool = new FairPool(SPEC, SPEC.bound, () => now);
      shed = [];
      for (let index = 1; index <= 39; index++) holds('greedy', hoard(index), 40);
      // More than any single client of the hoard holds, and rightly so.
      const upload = holds('honest', who('198.51.100.7', 'b'), 50);
      expect(upload.take(50)).toBe(true);
      expect(new Set(shed)).toEqual(new Set(['greedy']));
    }
  });

  it('takes first what was most for longest', () => {
    for (let index = 0; index < 8; index++) holds('old', who('192.0.2.1'), 100);
    now = 30_000;
    for (let index = 0; index < 8; index++) holds('new', who('192.0.2.1'), 100);
    now = 30_100;
    holds('newcomer', who('198.51.100.7', 'b'), 100);
    expect(new Set(shed)).toEqual(new Set(['old']));
  });

  it('spares an office behind one address while somebody else holds more', () => {
    for (let index = 0; index < 10; index++) holds('office', who('203.0.113.9', 'b'), 40);
    for (let index = 0; index < 12; index++) holds('greedy', who('192.0.2.1'), 100);
    for (let index = 0; index < 10; index++) holds('office', who('203.0.113.9', 'b'), 40);
    expect(shed.filter((name) => name === 'office')).toEqual([]);
  });

  it('looks for who holds most seldom: room is made for many at once', () => {
    for (let index = 0; index < 160; index++) holds('greedy', who('192.0.2.1'), 10);
    holds('newcomer', who('198.51.100.7', 'b'), 1);
    const first = shed.length;
    expect(first).toBeGreaterThanOrEqual(10);
    for (let index = 0; index < 90; index++) holds('newcomer', who('198.51.100.7', 'b'), 1);
    expect(shed.length).toBe(first);
  });

  it('has all back in the end', () => {
    const all = Array.from({ length: 400 }, (_, index) =>
      holds('any', who(`10.0.${index % 7}.${index % 50}`, `s${index % 3}`), 7 + (index % 13)),
    );
    for (const hold of all) {
      hold.give(3);
      hold.release();
      hold.release();
    }
    expect(pool.state.used).toBe(0);
  });

  it('gives nothing to what has had to give way', () => {
    const hold = holds('greedy', who('192.0.2.1'), 1_600);
    holds('newcomer', who('198.51.100.7', 'b'), 100);
    expect(shed).toEqual(['greedy']);
    expect(hold.take(1)).toBe(false);
    expect(pool.state).toMatchObject({ used: 100, refused: 0, shed: 1 });
  });
});
