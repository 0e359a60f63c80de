import { locationOf, matches } from '../../../test/support/operator-context.ts';

describe('@endsWith', () => {
  it.each([
    ['bc', 'abc', true],
    ['ab', 'abc', false],
    ['', '', true],
    ['abc', 'bc', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('endsWith', argument, value)).toBe(expected);
  });

  it('locates the end', () => {
    expect(locationOf('endsWith', 'bc', 'abc')).toEqual([1, 2]);
  });
});
