import { OWNED_PATHS, routeOf } from './route-table.ts';

describe('routeOf', () => {
  it.each([
    ['/api/auth/login', 'auth'],
    ['/api/admin/users', 'auth'],
    ['/api/admin/users/7', 'auth'],
    ['/api/settings/mfa/status', 'auth'],
    ['/api/plans', 'billing'],
    ['/api/admin/plans/3', 'billing'],
    ['/api/domains/1/waf-config', 'domains'],
    ['/api/managed-rules', 'domains'],
    ['/api/dashboard/stats', 'logs'],
    ['/api/admin/smtp', 'mailer'],
    ['/api/contact', 'mailer'],
  ])('%s belongs to %s', (path, upstream) => {
    expect(routeOf(path)?.upstream).toBe(upstream);
  });

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/admin',
    '/api/admin/nothing',
    '/api/authentication',
    '/api/plansx',
    '/auth/login',
  ])('nobody owns %s', (path) => {
    expect(routeOf(path)).toBeNull();
  });

  it('knows where guessing pays', () => {
    expect(routeOf('/api/auth/login')?.strict).toBe(true);
    expect(routeOf('/api/contact')?.strict).toBe(true);
    expect(routeOf('/api/auth/me')?.strict).toBe(false);
    // A hundred renewals come from one address at once.
    expect(routeOf('/api/paypal/webhook')?.strict).toBe(false);
  });

  it('knows what sends an attack', () => {
    expect(routeOf('/api/demo-attack')).toMatchObject({ upstream: 'logs', demo: true });
    expect(routeOf('/api/dashboard/stats')?.demo).toBe(false);
  });

  it('knows what reads the same for everybody', () => {
    expect(routeOf('/api/plans')?.anonymousReads).toBe(true);
    expect(routeOf('/api/paypal/config')?.anonymousReads).toBe(true);
    for (const path of ['/api/plans/3', '/api/admin/plans', '/api/paypal/create-order'])
      expect(routeOf(path)?.anonymousReads).toBe(false);
  });

  it('gives no path to two services', () => {
    const all = Object.values(OWNED_PATHS).flat();
    expect(new Set(all).size).toBe(all.length);
  });
});
