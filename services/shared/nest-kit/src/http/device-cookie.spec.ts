import { deviceCookieName, readDeviceToken } from './device-cookie.ts';

const [own, planted] = ['a'.repeat(43), 'b'.repeat(43)];

describe('the device token of a request', () => {
  it.each([true, false])('is found among other cookies (TLS: %s)', (secure) => {
    expect(readDeviceToken(`theme=dark; ${deviceCookieName(secure)}=${own}; other=1`)).toBe(own);
  });

  it('is the host’s own before one that a sub-domain has put in front', () => {
    expect(readDeviceToken(`palisade_device=${planted}; __Host-palisade_device=${own}`)).toBe(own);
  });

  it.each([
    undefined,
    '',
    'palisade_device',
    'palisade_device=short',
    `palisade_device=${own}"`,
    `x__Host-palisade_device=${own}`,
    `PALISADE_DEVICE=${own}`,
  ])('is absent in %s', (header) => {
    expect(readDeviceToken(header)).toBe('');
  });
});
