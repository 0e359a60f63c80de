import { capturesOf, matches } from '../../../test/support/operator-context.ts';

describe('@detectSQLi', () => {
  it.each([
    ['', "1' or '1'='1", true],
    ['', 'hello world', false],
    ['', '', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('detectSQLi', argument, value)).toBe(expected);
  });

  it('captures the fingerprint', () => {
    expect(capturesOf('detectSQLi', '', '-1 union select 1,2')).toEqual({ 0: '1UE1' });
  });
});
