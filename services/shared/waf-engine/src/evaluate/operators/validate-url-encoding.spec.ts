import { locationOf, matches } from '../../../test/support/operator-context.ts';

describe('@validateUrlEncoding', () => {
  it.each([
    ['', 'a%20b%Ff', false],
    ['', '%2', true],
    ['', '%', true],
    ['', '%zz', true],
    ['', '', false],
    ['', '100', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('validateUrlEncoding', argument, value)).toBe(expected);
  });

  it('locates the first wrong sign', () => {
    expect(locationOf('validateUrlEncoding', '', '%20%zz%1')).toEqual([3, 3]);
    expect(locationOf('validateUrlEncoding', '', 'a%1')).toEqual([1, 2]);
  });
});
