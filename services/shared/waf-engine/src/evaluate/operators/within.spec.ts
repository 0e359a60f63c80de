import { locationOf, matches } from '../../../test/support/operator-context.ts';

describe('@within', () => {
  it.each([
    ['GET,POST', 'GET', true],
    ['GET,POST', 'PUT', false],
    ['GET', '', true],
    ['GET', 'GET,POST', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('within', argument, value)).toBe(expected);
  });

  it('locates the whole value', () => {
    expect(locationOf('within', 'GET,POST', 'POST')).toEqual([0, 4]);
  });
});
