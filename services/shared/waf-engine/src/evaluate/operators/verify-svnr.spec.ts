import { matches } from '../../../test/support/operator-context.ts';

const PATTERN = '([0-9]{4} ?[0-9]{6})';

describe('@verifySVNR', () => {
  it.each([
    [PATTERN, '1237 010180', true],
    [PATTERN, '1238 010180', false],
    [PATTERN, '1111111111', false],
    [PATTERN, '1234567890', false],
    ['', '1237010180', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('verifySVNR', argument, value)).toBe(expected);
  });
});
