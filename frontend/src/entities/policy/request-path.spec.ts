import { folderOf, requestPath, requestQuery } from './request-path.ts';

describe('requestPath', () => {
  it.each([
    ['/', '/'],
    ['/shop/search?q=/x', '/shop/search'],
    ['/shop//search/', '/shop/search/'],
    ['/shop/./a/../b', '/shop/b'],
    ['/../../etc', '/etc'],
    ['/a/..', '/'],
    ['/a/b/.', '/a/b/'],
    ['/%73hop%2Fsearch', '/shop/search'],
    ['/caf%C3%A9', '/café'],
    ['/100%/%41%ff', '/100%/A%ff'],
    ['*', '/'],
  ])('%s is %s', (target, path) => expect(requestPath(target)).toBe(path));
});

describe('requestQuery', () => {
  it.each([
    ['/a?b=c?d', 'b=c?d'],
    ['/a?', ''],
    ['/a', ''],
  ])('%s has %s', (target, query) => expect(requestQuery(target)).toBe(query));
});

describe('folderOf', () => {
  it.each([
    ['/shop/search', '/shop/'],
    ['/shop/', '/'],
    ['/shop', '/'],
    ['/', null],
    ['', null],
  ])('%s lies in %s', (path, folder) => expect(folderOf(path)).toBe(folder));
});
