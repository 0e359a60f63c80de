import { plainPath } from './plain-path.ts';

describe('the path that limits count', () => {
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
    ['*', '*'],
  ])('%s → %s', (target, path) => {
    expect(plainPath(target)).toBe(path);
  });
});
