import { pathReadings, plainPath } from './request-path.ts';

describe('the path that most servers read', () => {
  it.each([
    ['/login', '/login'],
    ['/login?next=//x/../y', '/login'],
    ['//login', '/login'],
    ['/./a/../login', '/login'],
    ['/%6Cogin', '/login'],
    ['/a/%2e%2e/login', '/login'],
    ['/login;jsessionid=1', '/login'],
    ['\\login', '/login'],
    ['/../../login', '/login'],
    ['/100%', '/100%'],
    ['/', '/'],
    ['//', '/'],
    ['*', '*'],
    ['/admin/', '/admin/'],
    ['//admin/', '/admin/'],
    ['/admin/.', '/admin/'],
    ['/admin/x/..', '/admin/'],
    ['/admin/;x=1', '/admin/'],
  ])('%s → %s', (target, path) => {
    expect(plainPath(target)).toBe(path);
  });
});

describe('readings of a path', () => {
  it.each([
    ['/login?x=//', ['/login']],
    ['/caf%C3%A9', ['/caf\xc3\xa9']],
    ['/open/../admin', ['/admin', '/open/../admin']],
    ['/admin/..%2fopen', ['/open', '/admin/../open']],
    ['/open/..;/admin', ['/admin', '/open/..;/admin']],
    ['/open/%252e%252e/admin', ['/open/%2e%2e/admin', '/admin']],
    ['/%2561dmin', ['/%61dmin', '/admin']],
    ['/%u0061dmin', ['/%u0061dmin', '/admin']],
    ['/%uff41dmin', ['/%uff41dmin', '/admin']],
    ['/%ef%bd%81dmin', ['/\xef\xbd\x81dmin', '/admin']],
    ['/\xef\xbd\x81dmin', ['/\xef\xbd\x81dmin', '/admin']],
    ['/open/%u002e%uff0e/admin', ['/open/%u002e%uff0e/admin', '/admin']],
    ['/%u4e2d', ['/%u4e2d']],
    ['/%ef%bb%bf', ['/\xef\xbb\xbf']],
  ])('%s: %j', (target, readings) => {
    expect(pathReadings(target)).toEqual(readings);
  });
});
