import { networkOf } from './network-of.ts';

describe('the network around an address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::7', '2001:db8::/64'],
    ['2001:DB8:0:1::', '2001:db8:0:1::/64'],
    ['::1', '0::/64'],
    ['203.0.113.0/24', null],
    ['anon-0123456789abcdef', null],
    ['unknown', null],
    ['', null],
  ])('%s: %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
