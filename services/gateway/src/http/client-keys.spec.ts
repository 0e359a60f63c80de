import { clientKeys } from './client-keys.ts';

const keys = (ip: string, cookie?: string) => clientKeys({ ip, headers: { cookie } });

describe('clientKeys', () => {
  it('counts IPv6 clients by their /64 and the /48 around it', () => {
    expect(keys('2001:db8:1:2:aaaa::1').network).toBe(keys('2001:0db8:1:2::9').network);
    expect(keys('2001:db8:1:2::1').network).not.toBe(keys('2001:db8:1:3::1').network);
    expect(keys('2001:db8:1:2::1').block).toBe(keys('2001:db8:1:3::1').block);
    expect(keys('::ffff:192.0.2.7')).toMatchObject({ network: '192.0.2.7', block: '192.0.2.0/24' });
  });

  it('never counts a device in the place of its network', () => {
    const token = 'd'.repeat(43);
    expect(keys('192.0.2.7').device).toBeNull();
    expect(keys('192.0.2.7', `palisade_device=${token}`)).toMatchObject({
      network: '192.0.2.7',
      device: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(keys('192.0.2.7', 'palisade_device=short').device).toBeNull();
  });
});
