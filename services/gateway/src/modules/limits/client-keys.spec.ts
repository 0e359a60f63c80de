import { clientKeys } from './client-keys.ts';

const keys = (ip: string, cookie?: string) => clientKeys({ ip, headers: { cookie } });

describe('clientKeys', () => {
  it('counts IPv6 visitors by their /64', () => {
    expect(keys('2001:db8:1:2:aaaa::1').network).toBe(keys('2001:0db8:1:2::9').network);
    expect(keys('2001:db8:1:2::1').network).not.toBe(keys('2001:db8:1:3::1').network);
    expect(keys('::ffff:192.0.2.7').network).toBe('192.0.2.7');
  });

  it('counts a device that shows its cookie for itself', () => {
    const token = 'd'.repeat(43);
    expect(keys('192.0.2.7').device).toBe('192.0.2.7');
    expect(keys('192.0.2.7', `palisade_device=${token}`).device).toMatch(/^[\w-]{22}$/);
    expect(keys('192.0.2.7', 'palisade_device=short').device).toBe('192.0.2.7');
  });
});
