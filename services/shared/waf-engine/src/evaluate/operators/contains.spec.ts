import { locationOf, matches } from '../../../test/support/operator-context.ts';

describe('@contains', () => {
  it.each([
    ['b', 'abc', true],
    ['x', 'abc', false],
    ['', '', true],
    ['\0', 'a\0b', true],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('contains', argument, value)).toBe(expected);
  });

  it('locates the first occurrence', () => {
    expect(locationOf('contains', 'b', 'abcb')).toEqual([1, 1]);
  });

  it('is @strmatch, too', () => {
    expect(matches('strmatch', 'b', 'abc')).toBe(true);
    expect(matches('strmatch', 'x', 'abc')).toBe(false);
  });
});
