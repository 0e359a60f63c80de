import { parseAddress } from '../../../io/addresses/client-address.ts';
import { ClientPseudonyms } from './client-pseudonyms.ts';
import { keptAddress } from './kept-address.ts';

const pseudonyms = new ClientPseudonyms();
const kept = (address: string, addresses: 'full' | 'network' | 'pseudonym') =>
  keptAddress(parseAddress(address)!, { addresses }, pseudonyms);

describe('what records keep of a client’s address', () => {
  it.each(['203.0.113.77', '2001:db8:1:2::3'])('%s, whole', (address) => {
    expect(kept(address, 'full')).toBe(address);
  });

  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0:0:2::3', '2001::/48'],
    ['::1', '::/48'],
  ])('the network of %s', (address, network) => expect(kept(address, 'network')).toBe(network));

  it('a pseudonym that is the same as long as the key is, for all addresses of one IPv6 client', () => {
    const [name, again, other] = ['203.0.113.77', '203.0.113.77', '203.0.113.78'].map((address) =>
      kept(address, 'pseudonym'),
    );
    expect(name).toMatch(/^anon-[0-9a-f]{16}$/);
    expect(again).toBe(name);
    expect(other).not.toBe(name);
    expect(kept('2001:db8:1:2::3', 'pseudonym')).toBe(kept('2001:db8:1:2::4', 'pseudonym'));

    pseudonyms.useKey(Buffer.alloc(32, 7));
    expect(kept('203.0.113.77', 'pseudonym')).not.toBe(name);
    const elsewhere = new ClientPseudonyms();
    elsewhere.useKey(Buffer.alloc(32, 7));
    expect(elsewhere.of({ key: '203.0.113.77' })).toBe(kept('203.0.113.77', 'pseudonym'));
  });
});
