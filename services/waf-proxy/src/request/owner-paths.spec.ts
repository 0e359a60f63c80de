import { jest } from '@jest/globals';
import { admittedPaths, pathsBelow, wholePaths } from './owner-paths.ts';

/** What the form takes. */
const WRITTEN = [
  '/admin',
  '/f%C3%BCr-mitarbeiter',
  '/f%c3%bcr-mitarbeiter',
  '/geheim%20intern',
  '/50%25',
  '/a%2525b',
  '/intern%2Fa',
  '/a%5Cb',
  '/a;v=1/b',
  '/admin/',
  '//admin',
  '/a/../b',
  '/login.',
  '/index.php/admin',
  '/%EF%BC%A1',
  '/%u0041',
  '/%',
  '/%FC',
  '/',
];

describe('paths as owners write them', () => {
  it.each(WRITTEN)('cover themselves: %s', (path) => {
    expect(pathsBelow([path]).catches(path)).toBe(true);
    expect(pathsBelow([path]).catches(`${path}?a=/b`)).toBe(true);
    expect(pathsBelow([path]).catches(`${path}/below`)).toBe(true);
    expect(wholePaths([path]).catches(path)).toBe(true);
  });

  it.each(WRITTEN)('admit themselves: %s', (path) => expect(admittedPaths([path]).admits(path)).toBe(true));

  it.each([
    ['/f%C3%BCr-mitarbeiter', '/f%c3%bcr-mitarbeiter/x'],
    ['/f%C3%BCr-mitarbeiter', '/F%C3%9CR-Mitarbeiter'],
    ['/f%C3%BCr-mitarbeiter', '/./f%25C3%25BCr-mitarbeiter'],
    ['/f%C3%BCr-mitarbeiter', '/f\xc3\xbcr-mitarbeiter'],
    ['/admin', '/index.php/admin'],
    ['/admin', '/INDEX.PHP/ADMIN'],
    ['/blog/admin', '/blog/index.php/admin/x?y'],
    ['/admin', '/blog/index.php/admin'],
    ['/admin', '/app.aspx/admin'],
    ['/admin/', '/admin'],
    ['/admin/', '/%61dmin'],
    ['/admin/users', '/admin./users'],
    ['/admin/users', '/admin%20/users'],
    ['/admin', '/x/../admin'],
    ['/admin/', '/admin.json'],
    ['/admin/', '/admin.csv'],
    ['/admin/', '/admin.json/'],
    ['/admin/', '/admin.xlsx?page=2'],
    ['/admin/users', '/admin/users%00.css'],
  ])('at and below %s stands %s', (path, target) => expect(pathsBelow([path]).catches(target)).toBe(true));

  it.each([
    ['/admin/', '/administrator'],
    ['/admin', '/'],
    ['/admin', '/index.php'],
    ['/admin', '/style.css/a'],
    ['/f%C3%BCr', '/fur'],
  ])('at and below %s does not stand %s', (path, target) =>
    expect(pathsBelow([path]).catches(target)).toBe(false),
  );

  it.each([
    ['/wp-login.php', '/wp-login.php/x'],
    ['/wp-login.php', '/WP-Login.php/x/y.php?z'],
    ['/login', '/index.php/login'],
    ['/login', '/login.'],
    ['/login', '/login%20'],
    ['/login', '/login/'],
    ['/login/', '/login'],
    ['/users/sign_in', '/users/sign_in.json'],
    ['/users/sign_in', '/users/sign_in.js'],
    ['/users/sign_in', '/users/sign_in.turbo_stream'],
    ['/login', '/login.json/'],
    ['/login', '/login.json.json'],
    ['/login', '/login.html?next=/a.b'],
    ['/login', '/login%0a'],
    ['/login', '/login%00'],
    ['/wp-login.php', '/wp-login.php%00'],
    ['/wp-login.php', '/wp-login.php::$DATA'],
  ])('a whole %s is %s', (path, target) => expect(wholePaths([path]).catches(target)).toBe(true));

  it('are whole, and not what stands below them', () => {
    expect(wholePaths(['/login']).catches('/login/help')).toBe(false);
    expect(wholePaths(['/login']).catches('/login-help.css')).toBe(false);
  });

  it.each([
    ['/api/', '/api/../admin'],
    ['/api/', '/api/%2e%2e/admin'],
    ['/api/', '/api/..;/admin'],
    ['/api/', '/api/%252e%252e/admin'],
    ['/api/', '/API/x'],
    ['/api/', '/apis'],
    ['/api', '/apis'],
    ['/api', '/api-admin/login'],
    ['/api/', '/api/..%c0%afadmin'],
    ['/api/', '/api/..%e0%80%afadmin'],
    ['/api/', '/api/..%f0%80%80%afadmin'],
    ['/api/', '/api/..%f8%80%80%80%afadmin'],
    ['/api/', '/api/..%fc%80%80%80%80%afadmin'],
    ['/api/', '/api/..%ff/admin'],
    ['/api/', '/api/.%fe%ff./admin'],
    ['/api/', '/api/.%00./admin'],
    ['/api/', '/api/..%09/admin'],
    ['/api/', '/api/.%0d./admin'],
    ['/api/', '/api/.%20./admin'],
    ['/index.php?rest_route=', '/index.php?page=1'],
  ])('what is open at %s does not open %s', (path, target) =>
    expect(admittedPaths([path]).admits(target)).toBe(false),
  );

  it.each([
    ['/api/', '/api/x?y=/../z'],
    ['/api/', '/%61pi/x'],
    ['/api', '/api'],
    ['/api', '/api/v1.2/.well-known/a%20b...c'],
    ['/api', '/api/%e0%a4%a8/%f0%9f%98%80'],
    ['/f%C3%BCr/', '/f%c3%bcr/x'],
    ['/api/', '/api/..%c3%bc/x'],
    ['/api/', '/api/caf%e9.../x'],
    ['/index.php?rest_route=', '/index.php?rest_route=/wp/v2'],
  ])('what is open at %s opens %s', (path, target) =>
    expect(admittedPaths([path]).admits(target)).toBe(true),
  );

  it('read a target once, however many of them there are', () => {
    const read = jest.spyOn(Set.prototype, 'add');
    const limits = Array.from({ length: 20 }, (_, n) => pathsBelow([`/limit-${n}`]));
    const target = `/${'a.b%00/c. /'.repeat(300)}x.json`;
    const timesRead = (asked: typeof limits) => {
      read.mockClear();
      for (const limit of asked) expect(limit.catches(target)).toBe(false);
      return read.mock.calls.length;
    };
    expect(timesRead(limits.slice(0, 1))).toBeGreaterThan(0);
    expect(timesRead(limits)).toBe(0);
    read.mockRestore();
  });

  it('are met by a target that could be read in more ways than anybody reads', () => {
    const target = `/${'%25c3%25a9. ;b/'.repeat(1_000)}a.php%00/b.php/c.json`;
    expect(pathsBelow(['/admin']).catches(target)).toBe(true);
    expect(wholePaths(['/login']).catches(target)).toBe(true);
    expect(pathsBelow(['/admin']).catches(`/${'a.b/'.repeat(3_000)}`)).toBe(false);
  });

  it('without any neither catch nor admit', () => {
    expect([pathsBelow([]).catches('/'), wholePaths([]).catches('/'), admittedPaths([]).admits('/')]).toEqual(
      [false, false, false],
    );
  });
});
