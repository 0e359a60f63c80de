import { matches } from '../../../test/support/operator-context.ts';

describe('@wholeQuery', () => {
  it.each([
    ['', 'SELECT id FROM orders WHERE total > 3;', true],
    ['', "1' or select id from orders", false],
    ['', 'SELECT id FROM users WHERE id NOT IN (SELECT user_id FROM bans)', true],
    ['', 'SELECT COUNT(*) FROM sessions WHERE data LIKE \'%"cart"%\' AND updated < NOW()', true],
    ['', 'SELECT id FROM a WHERE b LIKE \'%"1"%\'', false],
    ['', 'SELECT id FROM a WHERE b LIKE \'%"c" or 1=1 -- %\'', false],
    ['', 'SELECT id FROM a UNION SELECT password FROM users', false],
    ['', 'SELECT id FROM a UNION SELECT name FROM user_tables', false],
    ['', '', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('wholeQuery', argument, value)).toBe(expected);
  });
});
