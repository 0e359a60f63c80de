import { jsonPlaceOf } from './json-place.ts';

it.each([
  ['user.name', 'json.user.name', true],
  ['$.user.name', 'json.user.name', true],
  ['user.name', 'json.user.names', false],
  ['user.name', 'json.other.user.name', false],
  ['items[0].sku', 'json.items.array_0.sku', true],
  ['items[0].sku', 'json.items.array_1.sku', false],
  ['items[*].sku', 'json.items.array_12.sku', true],
  ['items[*].sku', 'json.items.array_1.more.sku', false],
  ['*.sku', 'json.one.sku', true],
  ['[*].a', 'json.array_3.a', true],
  ['a+b.*', 'json.a+b.c', true],
  ['a+b.*', 'json.aab.c', false],
])('%s at %s: %s', (path, key, fits) => {
  expect(jsonPlaceOf(path).fits(key)).toBe(fits);
});
