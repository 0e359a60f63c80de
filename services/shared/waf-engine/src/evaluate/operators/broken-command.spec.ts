import { matches } from '../../../test/support/operator-context.ts';

describe('@brokenCommand', () => {
  it.each([
    ['', "x; c''at /etc/hosts", true],
    ['', 'x; cat /etc/hosts', false],
    ['', '', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('brokenCommand', argument, value)).toBe(expected);
  });
});
