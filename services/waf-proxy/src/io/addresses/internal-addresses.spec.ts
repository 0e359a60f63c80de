import { OriginAddressPolicy } from './internal-addresses.ts';

describe('origin addresses', () => {
  const strict = new OriginAddressPolicy({ allow: [], refusedPorts: '' });

  it.each([
    '127.0.0.1',
    '127.255.0.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '2002:7f00:1::1',
    '2002:a00:1::1',
    'no address',
  ])('refuse %s', (address) => {
    expect(strict.permits('origin.example', address, 80)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '64:ff9b::808:808'])(
    'let %s pass',
    (address) => {
      expect(strict.permits('origin.example', address, 80)).toBe(true);
    },
  );

  it('let pass what the operator allows, by address, range or name, and nothing beside it', () => {
    const policy = new OriginAddressPolicy({
      allow: ['127.0.0.1', '10.9.0.0/16', 'demo.internal'],
      refusedPorts: '',
    });
    expect(policy.permits('origin.example', '127.0.0.1', 80)).toBe(true);
    expect(policy.permits('origin.example', '::ffff:127.0.0.1', 80)).toBe(true);
    expect(policy.permits('origin.example', '127.0.0.2', 80)).toBe(false);
    expect(policy.permits('origin.example', '10.9.8.7', 80)).toBe(true);
    expect(policy.permits('demo.internal', '192.168.0.1', 80)).toBe(true);
    expect(policy.permits('other.internal', '192.168.0.1', 80)).toBe(false);
  });

  it('refuse the installation’s own ports there, however the address is written or named', () => {
    const policy = new OriginAddressPolicy({
      allow: ['127.0.0.1', '::1', 'demo.internal'],
      refusedPorts: '8080,18000-18013',
    });
    for (const [host, address] of [
      ['127.0.0.1', '127.0.0.1'],
      ['origin.example', '::ffff:127.0.0.1'],
      ['origin.example', '::1'],
      ['demo.internal', '192.168.0.1'],
    ] as const) {
      expect([8080, 18_000, 18_013].filter((port) => policy.permits(host, address, port))).toEqual([]);
      expect([80, 3000, 18_014].filter((port) => !policy.permits(host, address, port))).toEqual([]);
    }
    expect(policy.permits('origin.example', '8.8.8.8', 8080)).toBe(true);
  });
});
