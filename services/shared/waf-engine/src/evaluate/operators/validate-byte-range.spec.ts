import { compileOperator, locationOf, macro, matches } from '../../../test/support/operator-context.ts';

describe('@validateByteRange', () => {
  it.each([
    ['97-99', 'abc', false],
    ['97-99', 'abcd', true],
    ['1-255', 'a\0', true],
    ['9,10,13,32-126', 'a\r\n\t~', false],
    ['9 , 10 - 13', '\v', false],
    ['0-255', '', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('validateByteRange', argument, value)).toBe(expected);
  });

  it('locates the first byte outside', () => {
    expect(locationOf('validateByteRange', '97-99', 'abdxc')).toEqual([2, 1]);
  });

  it.each(['', 'x', '256', '1-256', '9-1', '-1', '1,', '1-2-3'])('refuses %j', (argument) => {
    expect(() => compileOperator('validateByteRange', argument)).toThrow(
      expect.objectContaining({ code: 'seclang_bad_argument' }),
    );
  });

  it('refuses macros', () => {
    expect(() => compileOperator('validateByteRange', macro('range'))).toThrow(
      /takes no macros: %\{tx\.range\}/,
    );
  });
});
