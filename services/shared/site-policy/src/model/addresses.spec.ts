import * as z from 'zod/mini';
import {
  ADDRESS_EMPTY,
  ADDRESS_INVALID,
  ADDRESS_REPEATED,
  addressListSchema,
  canonicalAddress,
  MAX_ADDRESSES,
} from './addresses.ts';

describe('addresses in lists', () => {
  it.each([
    [' 192.0.2.1 ', '192.0.2.1'],
    ['192.0.2.77/24', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['192.0.2.1/32', '192.0.2.1/32'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['2001:db8::1/64', '2001:db8::/64'],
    ['::ffff:192.0.2.1', '::ffff:c000:201'],
  ])('reads %s as %s', (text, canonical) => {
    expect(canonicalAddress(text)).toBe(canonical);
  });

  it.each([
    '192.0.2',
    '192.0.2.256',
    '192.0.2.1/33',
    '2001:db8::/129',
    '0x7f.1',
    '010.0.0.1',
    'fe80::1%eth0',
    '1.2.3.4/',
    '1.2.3.4/a',
    '1.2.3.4/8/8',
    'example.com',
  ])('refuses %s', (text) => {
    expect(canonicalAddress(text)).toBeNull();
  });

  it('says per entry what is wrong', () => {
    const result = z.safeParse(addressListSchema, [
      '10.0.0.1',
      ' ',
      'x',
      '10.0.0.1',
      '10.1.0.0/16',
      '10.1.2.3/16',
    ]);
    expect(result.error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([
      [1, ADDRESS_EMPTY],
      [2, ADDRESS_INVALID],
      [3, ADDRESS_REPEATED],
      [5, ADDRESS_REPEATED],
    ]);
  });

  it('stores the canonical form', () => {
    expect(z.parse(addressListSchema, ['10.1.2.3/16', '2001:DB8::1'])).toEqual([
      '10.1.0.0/16',
      '2001:db8::1',
    ]);
  });

  it('is bounded', () => {
    const many = Array.from(
      { length: MAX_ADDRESSES + 1 },
      (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
    );
    expect(z.safeParse(addressListSchema, many.slice(1)).success).toBe(true);
    expect(z.safeParse(addressListSchema, many).error?.issues[0]?.message).toContain('10,000');
  });
});
