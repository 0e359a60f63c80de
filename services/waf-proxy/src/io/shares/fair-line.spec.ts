import { parseAddress } from '../addresses/client-address.ts';
import { FairLine } from './fair-line.ts';
import type { Holder } from './holder.ts';

const who = (address: string, site = 'a', owner = site): Holder => ({
  client: parseAddress(address)!,
  site: { siteId: site, ownerId: owner },
});

/** All that wait, in the order of their turns. */
function inOrder(entries: readonly [Holder, string][]): string[] {
  const line = new FairLine<string>();
  for (const [holder, item] of entries) line.push(holder, item);
  expect(line.length).toBe(entries.length);
  const order = entries.map(() => line.shift()!);
  expect([line.length, line.shift()]).toEqual([0, undefined]);
  return order;
}

const many = (count: number, holder: (index: number) => Holder): [Holder, string][] =>
  Array.from({ length: count }, (_, index) => [holder(index), `many ${index}`]);

describe('a line in which everybody has turns', () => {
  it('keeps the order of one client’s', () => {
    expect(inOrder(many(4, () => who('192.0.2.1')))).toEqual(['many 0', 'many 1', 'many 2', 'many 3']);
  });

  it.each<[string, (index: number) => Holder, Holder]>([
    ['a client', () => who('192.0.2.1'), who('192.0.2.2')],
    ['a network', (index) => who(`192.0.2.${index % 200}`), who('198.51.100.7')],
    ['an IPv6 network', (index) => who(`2001:db8:1:${index.toString(16)}::1`), who('2001:db8:2::1')],
    ['a site', (index) => who(`10.0.${index % 200}.1`), who('192.0.2.1', 'b', 'a')],
    ['an owner', (index) => who(`10.0.${index % 200}.1`, `site-${index}`, 'one'), who('192.0.2.1', 'b')],
  ])('with a thousand entries of %s lets another’s be the second', (_kind, holder, other) => {
    const order = inOrder([...many(1_000, holder), [other, 'other'], [other, 'other again']]);
    expect([order.indexOf('other'), order.indexOf('other again')]).toEqual([1, 3]);
  });

  it('takes what belongs to nobody as one client’s', () => {
    const nobody = { client: null, site: null };
    expect(
      inOrder([
        [nobody, 'a'],
        [nobody, 'b'],
        [who('192.0.2.1'), 'c'],
      ]),
    ).toEqual(['a', 'c', 'b']);
  });
});
