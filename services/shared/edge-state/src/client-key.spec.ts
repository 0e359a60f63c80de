import { clientKey } from './client-key.ts';

describe('what a client is counted by', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    [' 2001:DB8::1%eth0 ', '2001:db8::/64'],
  ])('%s → %s', (text, key) => {
    expect(clientKey(text)).toBe(key);
  });

  it.each(['', '192.0.2', '0x7f.1', '192.0.2.0/24', '2001:db8::/32', 'example.net'])(
    'nothing for "%s"',
    (text) => {
      expect(clientKey(text)).toBeNull();
    },
  );
});
