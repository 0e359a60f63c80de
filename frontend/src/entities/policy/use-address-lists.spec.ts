import { listOf, placed } from './use-address-lists.ts';

const lists = { allowed_ips: ['192.0.2.1', '2001:db8::/32'], blocked_ips: ['198.51.100.0/24'] };

describe('an address on the lists of a policy', () => {
  it.each([
    ['192.0.2.1', 'allowed_ips'],
    ['2001:DB8:0::/32', 'allowed_ips'],
    ['198.51.100.0/24', 'blocked_ips'],
    ['198.51.100.1', null],
  ] as const)('%s stands on %s', (address, list) => {
    expect(listOf(lists, address)).toBe(list);
  });

  it('moves from one to the other, and never stands on both', () => {
    expect(placed(lists, '192.0.2.1', 'blocked_ips')).toEqual({
      allowed_ips: ['2001:db8::/32'],
      blocked_ips: ['198.51.100.0/24', '192.0.2.1'],
    });
  });

  it('stands once, however often it is put there', () => {
    expect(placed(lists, '198.51.100.0/24', 'blocked_ips')).toEqual(lists);
  });

  it('goes from both where it belongs on neither', () => {
    expect(placed({ ...lists, blocked_ips: ['192.0.2.1'] }, '192.0.2.1', null)).toEqual({
      allowed_ips: ['2001:db8::/32'],
      blocked_ips: [],
    });
  });
});
