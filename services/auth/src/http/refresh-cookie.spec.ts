import { noRefreshCookie, readRefreshCookie, refreshCookie } from './refresh-cookie.ts';

const token = 'eyJhbGciOiJFZERTQSJ9.eyJqdGkiOiIxIn0.c2lnbmF0dXJl';
const inAnHour = () => new Date(Date.now() + 3_600_000);

describe('refresh cookie', () => {
  it('is found among others and read as it was written', () => {
    for (const secure of [true, false]) {
      const written = refreshCookie(token, inAnHour(), secure).split(';')[0];
      expect(readRefreshCookie(`theme=dark; ${written}; palisade_device=x`)).toBe(token);
    }
  });

  it('is that of TLS before one that a page without it may have planted', () => {
    const planted = refreshCookie('x.y.z', inAnHour(), false).split(';')[0];
    const own = refreshCookie(token, inAnHour(), true).split(';')[0];
    expect(readRefreshCookie(`${planted}; ${own}`)).toBe(token);
  });

  it.each([
    undefined,
    '',
    'palisade_refresh=',
    'palisade_refresh=a.b',
    `palisade_refresh=${'a'.repeat(2_000)}.b.c`,
  ])('is absent in %s', (header) => {
    expect(readRefreshCookie(header)).toBe('');
  });

  it('goes to the renewal alone, lasts as long as the session, and is out of reach of scripts and other sites', () => {
    expect(refreshCookie(token, inAnHour(), true)).toMatch(/^__Secure-palisade_refresh=/);
    expect(refreshCookie(token, inAnHour(), true)).toMatch(
      /; Path=\/api\/auth\/renew; Max-Age=3(599|600); HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(refreshCookie(token, inAnHour(), false)).not.toMatch(/Secure/);
    expect(refreshCookie(token, new Date(0), true)).toContain('Max-Age=0');
  });

  it('is taken away where it was set', () => {
    expect(noRefreshCookie(false)).toBe(
      'palisade_refresh=; Path=/api/auth/renew; Max-Age=0; HttpOnly; SameSite=Strict',
    );
  });
});
