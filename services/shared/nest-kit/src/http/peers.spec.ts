import { peersOf } from './peers.ts';

describe('peers', () => {
  const isPeer = peersOf(['192.0.2.7', '10.1.0.0/16', '2001:db8::/32']);

  it.each([
    ['192.0.2.7', true],
    ['::ffff:192.0.2.7', true],
    ['192.0.2.8', false],
    ['10.1.255.1', true],
    ['10.2.0.1', false],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    [undefined, false],
  ])('%s: %s', (address, is) => expect(isPeer(address)).toBe(is));

  it('are none where none are named', () => expect(peersOf([])('127.0.0.1')).toBe(false));
  it.each(['proxy', '10.0.0.0/99', ''])('cannot be %j', (place) => expect(() => peersOf([place])).toThrow());
});
