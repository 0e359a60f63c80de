import { addressIn, isNetwork, isPseudonym } from './kept-client.ts';

describe('what the log has of a client', () => {
  it.each([
    ['203.0.113.77', false, false, '203.0.113.77'],
    ['203.0.113.0/24', false, true, '203.0.113.0'],
    ['2001:db8:1::/48', false, true, '2001:db8:1::'],
    ['anon-0123456789abcdef', true, false, ''],
  ])('%s', (client, pseudonym, network, address) => {
    expect([isPseudonym(client), isNetwork(client), addressIn(client)]).toEqual([
      pseudonym,
      network,
      address,
    ]);
  });
});
