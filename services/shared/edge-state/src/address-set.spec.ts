import { BlockList } from 'node:net';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { AddressSet } from './address-set.ts';
import { parseAddressText } from './address-set-text.ts';

const parse = (text: string) => parseAddressText(Buffer.from(text));
const entriesOf = (text: string): string[] => {
  const { set } = parse(text);
  return Array.from({ length: set.size }, (_, place) => set.entry(place));
};
const find = (set: AddressSet, address: string): string | null => {
  const place = set.findAddress(address);
  return place < 0 ? null : set.entry(place);
};

describe('a list of addresses', () => {
  it.each([
    ['plain lines', '192.0.2.1\n198.51.100.0/24\n', ['192.0.2.1', '198.51.100.0/24']],
    ['lines of other systems', '192.0.2.1\r\n192.0.2.9\r\n', ['192.0.2.1', '192.0.2.9']],
    [
      'comments and blanks',
      '# a list\n; old\n// new\n\n  192.0.2.1 # tor\n192.0.2.9;x',
      ['192.0.2.1', '192.0.2.9'],
    ],
    ['columns', 'ip,score\n"192.0.2.1",9\n2001:db8::1,3\n', ['192.0.2.1', '2001:db8::1']],
    [
      'sets of ipset',
      'create evil hash:net family inet\nadd evil 192.0.2.0/25 timeout 60\n',
      ['192.0.2.0/25'],
    ],
    ['ranges', '192.0.2.1-192.0.2.4\n', ['192.0.2.1', '192.0.2.2/31', '192.0.2.4']],
    ['all of IPv4 as a range', '0.0.0.0-255.255.255.255', ['0.0.0.0/0']],
    ['host bits', '192.0.2.77/24\n2001:db8::1/32', ['192.0.2.0/24', '2001:db8::/32']],
    ['repeats', '192.0.2.1\n192.0.2.1/32\n192.0.2.1', ['192.0.2.1']],
    ['networks within each other', '10.0.0.0/8\n10.1.0.0/16\n10.255.255.255', ['10.0.0.0/8']],
    [
      'networks side by side, which stay what was entered',
      '10.0.0.0/9\n10.128.0.0/9',
      ['10.0.0.0/9', '10.128.0.0/9'],
    ],
    [
      'IPv4 in the notation of IPv6',
      '::ffff:192.0.2.1\n::ffff:198.51.100.0/120',
      ['192.0.2.1', '198.51.100.0/24'],
    ],
    ['everything', '0.0.0.0/0\n::/0\n192.0.2.1', ['0.0.0.0/0', '::/0']],
    ['nothing', '', []],
    ['a text with a byte order mark', '\uFEFF192.0.2.1\n192.0.2.2', ['192.0.2.1', '192.0.2.2']],
    ['names of columns', 'address,since\n192.0.2.1,2026', ['192.0.2.1']],
  ])('is read from %s', (_name, text, entries) => {
    expect(entriesOf(text)).toEqual(entries);
  });

  it('tells the lines of which nothing could be made', () => {
    const { set, refused, refusedLines } = parse(
      '192.0.2.1\n010.0.0.1\n192.0.2.2\n192.0.2.3/33\nnonsense\n1.1.1.1\n8.8.8.8',
    );
    expect(set.size).toBe(4);
    expect(refused).toBe(3);
    expect(refusedLines).toEqual([
      { line: 2, text: '010.0.0.1' },
      { line: 4, text: '192.0.2.3/33' },
      { line: 5, text: 'nonsense' },
    ]);
  });

  it.each([
    '<html>\n<body>no such file</body>\n</html>',
    'one\ntwo\nthree\n192.0.2.1',
    'nonsense',
    'Down for maintenance.\n',
  ])('is not made of %j', (text) => {
    expect(() => parse(text)).toThrow('list_not_addresses');
  });

  it('takes a million entries and no more', () => {
    const lines = (count: number) =>
      Array.from(
        { length: count },
        (_, index) => `${index >>> 16}.${(index >>> 8) & 255}.${index & 255}.1`,
      ).join('\n');
    expect(parse(lines(1_000_000)).set.size).toBe(1_000_000);
    expect(() => parse(lines(1_000_001))).toThrow('list_too_large');
    // Short lines that expand to many networks each.
    expect(() => parse('0.0.0.1-255.255.255.254\n'.repeat(100_000))).toThrow('list_too_large');
  });

  it.each([
    ['0.0.0.0/0', true],
    ['0.0.0.0/2\n64.0.0.0/2', true],
    ['::/0', true],
    ['2000::/4', true],
    // Many lists contain reserved networks, which no visitor comes from.
    ['0.0.0.0/8\n10.0.0.0/8\n127.0.0.0/8\n224.0.0.0/3', false],
    ['64.0.0.0/2\n128.0.0.0/3', false],
    ['2000::/8', false],
    ['', false],
  ])('of %j holds most of all addresses: %s', (text, holdsMost) => {
    expect(parse(text).set.holdsMost).toBe(holdsMost);
  });

  it('is refused where its bytes are no set', () => {
    const { bytes } = parse('192.0.2.1').set;
    expect(() => new AddressSet(bytes.subarray(0, -1))).toThrow('list_set_malformed');
    expect(() => new AddressSet(new Uint8Array(16))).toThrow('list_set_malformed');
    expect(() => new AddressSet(new Uint8Array(3))).toThrow('list_set_malformed');
    const shifted = Buffer.concat([Buffer.of(0), bytes]);
    expect(new AddressSet(shifted.subarray(1)).entry(0)).toBe('192.0.2.1');
  });

  it('finds the entry that holds an address', () => {
    const { set } = parse('192.0.2.0/25\n192.0.2.200\n2001:db8::/32\n2001:db9::7\n');
    expect(
      [
        '192.0.2.0',
        '192.0.2.127',
        '192.0.2.128',
        '192.0.2.200',
        '192.0.2.201',
        '0.0.0.0',
        '255.255.255.255',
      ].map((address) => find(set, address)),
    ).toEqual(['192.0.2.0/25', '192.0.2.0/25', null, '192.0.2.200', null, null, null]);
    expect(
      ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::7', '2001:db9::8', '::'].map(
        (address) => find(set, address),
      ),
    ).toEqual(['2001:db8::/32', '2001:db8::/32', '2001:db9::7', null, null]);
  });
});

const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');

/** Few different bits, so that networks meet. */
const byte = fc.constantFrom(0, 1, 127, 128, 254, 255);
const v4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'));
const v6 = fc
  .array(byte, { minLength: 16, maxLength: 16 })
  .map((bytes) => ipaddr.fromByteArray(bytes).toString())
  // These are IPv4 for both, which is tested above.
  .filter((text) => !text.startsWith('::ffff:'));
const network = fc.oneof(
  fc.tuple(v4, fc.integer({ min: 0, max: 32 })),
  fc.tuple(v6, fc.integer({ min: 0, max: 128 })),
);

it('holds the addresses that node’s own list holds, and the entry that it names is one of the list’s', () => {
  fc.assert(
    fc.property(
      fc.array(network, { maxLength: 40 }),
      fc.array(fc.oneof(v4, v6), { maxLength: 40 }),
      (networks, asked) => {
        // One for each family: node takes an IPv4 address for one of IPv6 as well.
        const oracles = { ipv4: new BlockList(), ipv6: new BlockList() };
        for (const [address, length] of networks)
          oracles[familyOf(address)].addSubnet(address, length, familyOf(address));
        const { set, refused } = parse(
          networks.map(([address, length]) => `${address}/${length}`).join('\n'),
        );
        expect(refused).toBe(0);
        const written = new Set(
          networks.map(([address, length]) => {
            const of = address.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4;
            const start = of.networkAddressFromCIDR(`${address}/${length}`).toString();
            return length === (address.includes(':') ? 128 : 32) ? start : `${start}/${length}`;
          }),
        );
        for (const address of [...asked, ...networks.map(([start]) => start)]) {
          const found = find(set, address);
          expect(found !== null).toBe(oracles[familyOf(address)].check(address, familyOf(address)));
          if (found !== null) expect(written).toContain(found);
        }
      },
    ),
    { numRuns: 300 },
  );
});
