import { canonicalUrl } from './canonical-url.ts';

describe('canonicalUrl', () => {
  it.each([
    ['/', '/'],
    ['/api/plans', '/api/plans'],
    ['/api/plans/', '/api/plans'],
    ['/api/auth/forgotten-%70assword', '/api/auth/forgotten-password'],
    ['/%6detrics', '/metrics'],
    ['/api/domains/a%7eb', '/api/domains/a~b'],
    ['/api/domains/%c3%bc%20x', '/api/domains/%C3%BC%20x'],
    ['/api/domains/{a}', '/api/domains/%7Ba%7D'],
    [
      '/api/domains/0190A3B4-0000-7000-8000-000000000001',
      '/api/domains/0190A3B4-0000-7000-8000-000000000001',
    ],
    ['/Dashboard/Domains/?id=7', '/Dashboard/Domains/?id=7'],
    ['/api/plans?a=%2f..;//', '/api/plans?a=%2f..;//'],
    ['/.well-known/security.txt', '/.well-known/security.txt'],
  ])('%s is %s', (url, canonical) => {
    const read = canonicalUrl(url);
    expect(read.ok && read.path + read.query).toBe(canonical);
  });

  it.each([
    '',
    '*',
    'http://localhost/api/plans',
    '/api//plans',
    '//api/plans',
    '/api/./plans',
    '/api/../metrics',
    '/api/plans/.',
    '/api/plans.',
    '/api./plans',
    '/api/plans/..',
    '/api/%2e%2e/metrics',
    '/api/plans/..%2fadmin',
    '/api%2fplans',
    '/api/%5cplans',
    '/api\\plans',
    '/api/auth/%256cogin',
    '/api/auth;x/login',
    '/api/auth/login;x=1',
    '/api/auth/login%3bx=1',
    '/api/plans#x',
    '/api/plans%23x',
    '/api/plans%3Fx',
    '/api/plans%00',
    '/api/plans%20',
    '/api/plans%0a',
    '/api/plans\t',
    '/api/plans%',
    '/api/plans%zz',
    '/api/plans%u0061',
    '/api/%c0%ae',
    '/api/%ff',
    '/api/auth/\u00fc',
    '/API/plans',
    '/api/Auth/login',
    '/api/auth/LOGIN',
    '/Metrics',
    `/${'a'.repeat(9_000)}`,
  ])('refuses %j', (url) => {
    expect(canonicalUrl(url).ok).toBe(false);
  });

  it('says the same of what it has said, for any bytes', () => {
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const parts = [
      '/',
      'a',
      'Z',
      '%41',
      '%2e',
      '.',
      '%c3%bc',
      '{',
      ';',
      '?',
      '%20',
      '%',
      '~',
      'api',
      '%7e',
      '|',
    ];
    let read = 0;
    for (let i = 0; i < 20_000; i++) {
      const url = `/${Array.from({ length: next(12) }, () => parts[next(parts.length)]).join('')}`;
      const once = canonicalUrl(url);
      if (!once.ok) continue;
      read++;
      expect(canonicalUrl(once.path + once.query)).toEqual(once);
      // What a router decodes says the same as what came.
      expect(decodeURIComponent(once.path).replace(/\/$/, '')).toBe(
        decodeURIComponent(url.split('?')[0] ?? '').replace(/\/$/, ''),
      );
    }
    expect(read).toBeGreaterThan(500);
  });
});
