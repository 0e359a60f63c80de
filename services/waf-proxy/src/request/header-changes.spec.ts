import type { HeaderRule } from '@palisade/site-policy';
import { siteHeadersOf } from './header-changes.ts';

const rule = (operation: HeaderRule['operation'], name: string, value = ''): HeaderRule => ({
  target: 'response',
  operation,
  name,
  value,
});
function changed(rules: HeaderRule[], headers: string[], isSecure = true): string[] {
  siteHeadersOf(rules).response!.apply(headers, isSecure);
  return headers;
}

it('sets in the place of all, appends beside them, removes, in the order of the rules', () => {
  const there = ['Server', 'x', 'vary', 'a', 'X-A', '1', 'x-a', '2'];
  expect(changed([rule('set', 'x-A', '3')], [...there])).toEqual(['Server', 'x', 'vary', 'a', 'x-A', '3']);
  expect(changed([rule('append', 'X-A', '3')], [...there])).toEqual([...there, 'X-A', '3']);
  expect(changed([rule('remove', 'server'), rule('remove', 'X-a')], [...there])).toEqual(['vary', 'a']);
  expect(changed([rule('append', 'B', '1'), rule('remove', 'b')], ['C', '1'])).toEqual(['C', '1']);
  expect(changed([rule('remove', 'b'), rule('append', 'B', '1')], ['b', '0'])).toEqual(['B', '1']);
});

it('says HSTS on encrypted connections only', () => {
  const hsts = rule('set', 'Strict-Transport-Security', 'max-age=1');
  expect(changed([hsts], [], true)).toEqual(['Strict-Transport-Security', 'max-age=1']);
  expect(changed([hsts], ['strict-transport-security', 'max-age=2'], false)).toEqual([]);
});

it('is nothing where there are no rules, and on the way that has none', () => {
  expect(siteHeadersOf([])).toEqual({ request: null, response: null });
  expect(siteHeadersOf([rule('remove', 'Server')]).request).toBeNull();
});
