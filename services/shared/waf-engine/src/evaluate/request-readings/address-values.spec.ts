import { addressValues } from './address-values.ts';

it('tells what addresses within a text hand on, as it stands', () => {
  expect(
    addressValues('See https://shop.example/find?lang=en&q=%27%20or%201 and /go?to[a]=a%2Fb#c.'),
  ).toEqual(['%27%20or%201', 'a%2Fb']);
});

it('tells nothing where nothing is escaped', () => {
  expect(addressValues('https://shop.example/find?lang=en&q=tea')).toEqual([]);
  expect(addressValues('100 % of a=b?')).toEqual([]);
});
