import { locationOf, matches } from '../../../test/support/operator-context.ts';

describe('@containsWord', () => {
  it.each([
    ['b', 'a b c', true],
    ['b', 'abc', false],
    ['b', 'a1b_c', true],
    ['b', 'b', true],
    ['', 'x', true],
    ['b', '', false],
    ['ab', 'xab ab', true],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('containsWord', argument, value)).toBe(expected);
  });

  it('locates the first word, not the first occurrence', () => {
    expect(locationOf('containsWord', 'ab', 'xab ab')).toEqual([4, 2]);
  });
});
