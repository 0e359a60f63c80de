import { addressOrRange, isWithin } from './address-range.ts';

describe('addressOrRange', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.9/24', '203.0.113.1', true],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['::ffff:203.0.113.7', '::ffff:cb00:7107', true],
    ['::/0', '203.0.113.7', false],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8', true],
  ])('%s and %s', (range, address, expected) => {
    const [of, one] = [addressOrRange(range), addressOrRange(address)];
    expect(of && one && isWithin(of, one)).toBe(expected);
  });

  it.each([
    '',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.07',
    '203.0.113.0/33',
    '1.2.3.4/8/8',
    '1.2.3.4/',
    ':::',
    '1:2:3:4:5:6:7',
    '1::2::3',
    '2001:db8::/129',
    '12345::',
    'castle.example',
  ])('refuses "%s"', (text) => expect(addressOrRange(text)).toBeNull());
});
