import { busiestNetworks } from './networks.rules.ts';

describe('the busiest networks', () => {
  const of = (address: string, requests: number, asnName = '') => ({ address, requests, asnName });
  it('add up their addresses, the busiest first, in shares of all', () => {
    const counts = [of('192.0.2.1', 10), of('198.51.100.1', 45, 'Example Transit'), of('198.51.100.2', 45)];
    expect(busiestNetworks(counts, 3)).toEqual([
      { network: '198.51.100.0/24', asnName: 'Example Transit', share: 0.9 },
      { network: '192.0.2.0/24', asnName: null, share: 0.1 },
    ]);
    expect(busiestNetworks(counts, 1)).toHaveLength(1);
  });
  it('leave out what is no address, but count it', () => {
    expect(busiestNetworks([of('', 5), of('2001:db8:77:1::9', 5)], 3)).toEqual([
      { network: '2001:db8:77::/48', asnName: null, share: 0.5 },
    ]);
  });
  it('are those that a site keeps in place of addresses', () => {
    expect(busiestNetworks([of('192.0.2.0/24', 5), of('anon-0123456789abcdef', 5)], 3)).toEqual([
      { network: '192.0.2.0/24', asnName: null, share: 0.5 },
    ]);
  });
  it('are none of nothing', () => expect(busiestNetworks([], 3)).toEqual([]));
});
