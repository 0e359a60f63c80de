import { AddressList } from './address-list.ts';
import { parseAddress } from './client-address.ts';

const list = new AddressList([
  '192.0.2.1',
  '198.51.100.0/25',
  '198.51.100.128/25',
  '10.1.2.3/8',
  '2001:db8::/32',
  '2001:db8:1::1',
  '::1',
  '::ffff:203.0.113.9',
]);

describe('address lists', () => {
  it.each([
    '192.0.2.1',
    '198.51.100.0',
    '198.51.100.200',
    '198.51.100.255',
    '10.0.0.0',
    '10.255.255.255',
    '2001:db8:ffff::1',
    '2001:DB8::1%eth0',
    '::1',
    '::ffff:192.0.2.1',
    '203.0.113.9',
  ])('hold %s', (text) => {
    expect(list.has(parseAddress(text)!)).toBe(true);
  });

  it.each(['192.0.2.0', '192.0.2.2', '198.51.101.0', '11.0.0.0', '2001:db9::1', '::2', '9.255.255.255'])(
    'do not hold %s',
    (text) => {
      expect(list.has(parseAddress(text)!)).toBe(false);
    },
  );

  it('agree with a plain search over ten thousand entries', () => {
    let seed = 1;
    const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648);
    const entries = Array.from(
      { length: 10_000 },
      () => `${next() % 224}.${next() % 256}.${next() % 256}.${next() % 256}`,
    );
    const plain = new Set(entries);
    const large = new AddressList(entries);
    for (const entry of entries) expect(large.has(parseAddress(entry)!)).toBe(true);
    for (let round = 0; round < 5_000; round++) {
      const text = `${next() % 224}.${next() % 256}.${next() % 256}.${next() % 256}`;
      expect(large.has(parseAddress(text)!)).toBe(plain.has(text));
    }
  });

  it('writes an IPv6 client as its /64, an IPv4 one as itself', () => {
    expect(parseAddress('2001:db8:1:2:3:4:5:6')?.key).toBe('2001:db8:1:2::/64');
    expect(parseAddress('::ffff:192.0.2.7')?.key).toBe('192.0.2.7');
    expect(parseAddress('not an address')).toBeNull();
  });
});
