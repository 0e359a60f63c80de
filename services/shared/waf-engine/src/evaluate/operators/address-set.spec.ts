import fc from 'fast-check';
import { AddressSet } from './address-set.ts';

describe('a set of addresses', () => {
  it('agrees with comparing prefixes one by one', () => {
    // Few bits, so that networks contain one another and addresses hit them.
    const address = fc.array(fc.constantFrom(0, 1, 128, 255), { minLength: 4, maxLength: 4 });
    const network = fc.tuple(address, fc.integer({ min: 0, max: 32 }));
    fc.assert(
      fc.property(fc.array(network, { maxLength: 12 }), address, (networks, probe) => {
        const set = new AddressSet(networks.map(([octets, prefix]) => `${octets.join('.')}/${prefix}`));
        const expected = networks.some(([octets, prefix]) =>
          bits(octets).startsWith(bits(probe).slice(0, prefix)),
        );
        expect(set.has(probe.join('.'))).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('agrees with comparing prefixes one by one, in IPv6', () => {
    const groups = fc.array(fc.constantFrom(0, 1, 0x8000, 0xffff), { minLength: 8, maxLength: 8 });
    const network = fc.tuple(groups, fc.integer({ min: 0, max: 128 }));
    fc.assert(
      fc.property(fc.array(network, { maxLength: 8 }), groups, (networks, probe) => {
        const set = new AddressSet(networks.map(([parts, prefix]) => `${hex(parts)}/${prefix}`));
        const expected = networks.some(([parts, prefix]) =>
          bits(parts, 16).startsWith(bits(probe, 16).slice(0, prefix)),
        );
        expect(set.has(hex(probe))).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('names the entry that is none', () => {
    expect(() => new AddressSet(['10.0.0.0/8', 'nonsense'])).toThrow('nonsense');
  });
});

function bits(parts: readonly number[], width = 8): string {
  return parts.map((part) => part.toString(2).padStart(width, '0')).join('');
}

function hex(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':');
}
