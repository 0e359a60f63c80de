import type { NetworkInterfaceInfo } from 'node:os';
import { outboundAddressesOf } from './outbound-addresses.ts';

const has = (...addresses: string[]) => ({
  eth0: addresses.map((address) => ({ address }) as NetworkInterfaceInfo),
});

it('are those that the operator names, in one form', () => {
  const named = ['203.0.113.9', '2001:DB8::1/64', '203.0.113.9'];
  expect(outboundAddressesOf(named, '127.0.0.1', () => has('8.8.4.4'))).toEqual([
    '203.0.113.9',
    '2001:db8::/64',
  ]);
});

it('are the public ones of the machine otherwise', () => {
  const interfaces = () => has('127.0.0.1', '10.0.0.5', '8.8.4.4', 'fe80::1', 'fd00::1', '2a00:1450:4001::5');
  expect(outboundAddressesOf([], '::', interfaces)).toEqual(['8.8.4.4', '2a00:1450:4001::5']);
  expect(outboundAddressesOf([], '127.0.0.1', interfaces)).toEqual([]);
  expect(outboundAddressesOf([], '0.0.0.0', () => has('172.17.0.2'))).toEqual([]);
});
