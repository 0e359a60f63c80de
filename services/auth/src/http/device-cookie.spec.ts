import { deviceCookie, readDeviceCookie } from './device-cookie.ts';

const token = 'a'.repeat(43);

describe('device cookie', () => {
  it('is found among others and read as it was written', () => {
    const written = deviceCookie(token, true).split(';')[0];
    expect(readDeviceCookie(`theme=dark; ${written}; other=1`)).toBe(token);
  });

  it.each([undefined, '', 'palisade_device', 'palisade_device=short', `palisade_device=${token}"`])(
    'is absent in %s',
    (header) => {
      expect(readDeviceCookie(header)).toBe('');
    },
  );

  it('is out of reach of scripts and other sites, and of plain HTTP where there is TLS', () => {
    expect(deviceCookie(token, true)).toMatch(/HttpOnly; SameSite=Strict; Secure$/);
    expect(deviceCookie(token, false)).not.toContain('Secure');
  });
});
