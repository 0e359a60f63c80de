import { readDeviceToken } from '@palisade/nest-kit';
import { deviceCookie } from './device-cookie.ts';

const token = 'a'.repeat(43);

describe('device cookie', () => {
  it.each([true, false])('is read as it was written (TLS: %s)', (secure) => {
    const written = deviceCookie(token, secure).split(';')[0];
    expect(readDeviceToken(`theme=dark; ${written}; other=1`)).toBe(token);
  });

  it('is out of reach of scripts, other sites and sub-domains, and of plain HTTP where there is TLS', () => {
    const written = deviceCookie(token, true);
    expect(written).toMatch(/^__Host-palisade_device=/);
    expect(written).toMatch(/; Path=\/; .*HttpOnly; SameSite=Strict; Secure$/);
    expect(written).not.toContain('Domain');
    expect(deviceCookie(token, false)).not.toMatch(/Secure|__Host/);
  });
});
