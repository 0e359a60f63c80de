import { SEED_ENTITLEMENTS } from '@palisade/entitlements';
import * as z from 'zod/mini';
import {
  REDIRECT_LIMITS,
  type Redirect,
  RedirectTable,
  redirects,
  redirectsUnder,
  targetOf,
} from './redirects.ts';

const { schema } = redirects.fields.redirects;
const entry = (from: string, to: string, over: Partial<Redirect> = {}): Redirect => ({
  from,
  to,
  status: 301,
  keep_query: true,
  ...over,
});
const faults = (...entries: unknown[]) =>
  (z.safeParse(schema, entries).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);

describe('redirects', () => {
  it('take paths, beginnings and addresses', () => {
    expect(
      faults(
        entry('/a', '/b'),
        entry('/old/*', '/new/*'),
        entry('/blog/*', 'https://blog.example/*'),
        entry('/x', '/y?z=1#w', { status: 308 }),
        entry('/home', '/'),
      ),
    ).toEqual([]);
  });

  it.each([
    [entry('a', '/b'), '0.from'],
    [entry('/a?b', '/b'), '0.from'],
    [entry('/a*', '/b'), '0.from'],
    [entry('/*/b', '/b'), '0.from'],
    [entry('/a', '//evil.example'), '0.to'],
    [entry('/a', '/\\evil.example'), '0.to'],
    [entry('/a', 'javascript:alert(1)'), '0.to'],
    [entry('/a', 'https://'), '0.to'],
    [entry('/a', '/b\r\nSet-Cookie: c'), '0.to'],
    [entry('/a', '/b/*'), '0.to'],
    [{ ...entry('/a', '/b'), status: 200 }, '0.status'],
  ])('refuse %j at %s', (wrong, path) => {
    expect(faults(wrong)[0]?.[0]).toBe(path);
  });

  it.each([
    [[entry('/a', '/a')]],
    [[entry('/a', '/b'), entry('/b', '/a?c')]],
    [[entry('/*', '/new')]],
    [[entry('/a/*', '/a/b/*')]],
    [[entry('/a/*', '/b/*'), entry('/b/*', '/c'), entry('/c', '/a/x')]],
  ])('that lead back to themselves are refused: %j', (entries) => {
    const found = faults(...entries);
    expect(found).toHaveLength(1);
    expect(found[0]![1]).toContain('leads back to itself');
  });

  it('may be a chain, and may lead to a page that a beginning leaves alone', () => {
    expect(faults(entry('/a', '/b'), entry('/b', '/c'), entry('/c', '/d'))).toEqual([]);
    expect(faults(entry('/a/*', '/b'), entry('/z', '/a'))).toEqual([]);
  });

  it('have one target each', () => {
    expect(faults(entry('/a', '/b'), entry('/a', '/c'))).toEqual([
      ['1.from', 'There is another redirect of /a'],
    ]);
  });

  it('are looked through for loops in linear time', () => {
    const chain = Array.from({ length: REDIRECT_LIMITS.redirects }, (_, at) => entry(`/${at}`, `/${at + 1}`));
    expect(faults(...chain)).toEqual([]);
  });

  it('are as many as the plan has custom rules for', () => {
    const { free, starter, enterprise } = SEED_ENTITLEMENTS;
    expect([free, starter, enterprise].map(redirectsUnder)).toEqual([100, 500, REDIRECT_LIMITS.redirects]);
    const many = Array.from({ length: 101 }, (_, at) => entry(`/${at}`, '/'));
    const beyond = (before: Redirect[], after: Redirect[]) =>
      redirects.beyondPlan!({ redirects: before }, { redirects: after }, free);
    expect(beyond([], many)).toMatchObject([{ path: 'redirects' }]);
    expect(beyond([...many, entry('/a', '/')], many)).toEqual([]);
    expect(redirects.underPlan!({ redirects: many }, free).redirects).toHaveLength(100);
  });
});

describe('a table of redirects', () => {
  const table = new RedirectTable([
    entry('/a/*', '/all'),
    entry('/a/b/*', '/closer'),
    entry('/a/b/c', '/exact'),
    entry('/x', '/y'),
  ]);

  it.each([
    ['/a/b/c', '/exact'],
    ['/a/b/c/d', '/closer'],
    ['/a/b/', '/closer'],
    ['/a/b', '/all'],
    ['/a/', '/all'],
    ['/a', undefined],
    ['/x', '/y'],
    ['/x/', undefined],
    ['', undefined],
    ['*', undefined],
  ])('%s: %s', (path, to) => {
    expect(table.find(path)?.to).toBe(to);
  });

  it('puts what stood behind a beginning where the target wants it', () => {
    expect(targetOf(entry('/old/*', 'https://b.example/new/*'), '/old/x/y')).toBe(
      'https://b.example/new/x/y',
    );
    expect(targetOf(entry('/old/*', '/new'), '/old/x')).toBe('/new');
  });

  it.each([
    ['/*', '/old//evil.example/x', '/evil.example/x'],
    ['/*', '/old/\\evil.example/x', '/evil.example/x'],
    ['/*', '/old/\\/\\evil.example', '/evil.example'],
    ['https://new.example*', '/old/.evil.example', 'https://new.example/.evil.example'],
    ['https://new.example*', '/old/@evil.example', 'https://new.example/@evil.example'],
    ['https://new.example*', '/old/:80@evil.example', 'https://new.example/:80@evil.example'],
    ['https://new.example/*', '/old//evil.example', 'https://new.example//evil.example'],
    ['https://new.example?from=*', '/old/@evil.example', 'https://new.example?from=@evil.example'],
  ])('leads to the host that %s names, whatever is asked for', (to, path, location) => {
    const target = targetOf(entry('/old/*', to), path);
    expect(target).toBe(location);
    expect(new URL(target, 'https://new.example').hostname).toBe('new.example');
  });
});
