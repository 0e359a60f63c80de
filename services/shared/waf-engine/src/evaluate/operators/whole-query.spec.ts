import { matches } from '../../../test/support/operator-context.ts';

describe('@wholeQuery', () => {
  it.each([
    ['', 'SELECT id FROM orders WHERE total > 3;', true],
    ['', "1' or select id from orders", false],
    ['', '', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('wholeQuery', argument, value)).toBe(expected);
  });
});
