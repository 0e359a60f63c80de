import { capturesOf, compileOperator, locationOf, matches } from '../../../test/support/operator-context.ts';

describe('@verifyCC', () => {
  it.each([
    ['\\d{13,16}', 'card 4111111111111111.', true],
    ['\\d{16}', '4111111111111112', false],
    ['\\d{4}-\\d{4}-\\d{4}-\\d{4}', 'x4111-1111-1111-1111', true],
    ['', '4111111111111111', false],
    ['x', 'x', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('verifyCC', argument, value)).toBe(expected);
  });

  it('tries each byte as a beginning, and captures and locates what holds', () => {
    expect(capturesOf('verifyCC', '\\d{13,16}', '94111111111111111')).toEqual({ 0: '4111111111111111' });
    expect(locationOf('verifyCC', '\\d{13,16}', '94111111111111111')).toEqual([1, 16]);
  });

  it('reports a pattern that does not compile', () => {
    expect(() => compileOperator('verifyCC', '(')).toThrow(
      expect.objectContaining({ code: 'pattern_syntax' }),
    );
  });
});
