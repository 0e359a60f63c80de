import { keptClient } from './log-filter.schema.ts';

describe('what records have of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:DB8:0::7', '2001:db8::7'],
    ['anon-0123456789abcdef', 'anon-0123456789abcdef'],
    ['192.0.2.0/24', '192.0.2.0/24'],
    // Whichever address of a network is given.
    ['192.0.2.7/24', '192.0.2.0/24'],
    ['192.0.2.255/25', '192.0.2.128/25'],
    ['255.255.255.255/0', '0.0.0.0/0'],
    ['2001:db8:1:2::7/48', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::/49', '2001:db8:1:8000::/49'],
    ['::ffff:192.0.2.7/120', '::ffff:c000:200/120'],
    // A network of one address.
    ['192.0.2.7/32', '192.0.2.7'],
    ['2001:db8::7/128', '2001:db8::7'],
  ])('%s is kept as %s', (text, kept) => expect(keptClient(text)).toBe(kept));

  it.each(['192.0.2.0/33', '2001:db8::/129', '192.0.2.0/', '192.0.2.0/24/8', 'fe80::1%eth0', 'somebody'])(
    '%s is nothing that records have',
    (text) => expect(keptClient(text)).toBeNull(),
  );
});
