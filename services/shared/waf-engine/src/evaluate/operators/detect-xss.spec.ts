import { capturesOf, matches } from '../../../test/support/operator-context.ts';

describe('@detectXSS', () => {
  it.each([
    ['', '<script>', true],
    ['', 'a < b', false],
    ['', '', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('detectXSS', argument, value)).toBe(expected);
  });

  it('captures the value', () => {
    expect(capturesOf('detectXSS', '', '<script>x')).toEqual({ 0: '<script>x' });
  });
});
