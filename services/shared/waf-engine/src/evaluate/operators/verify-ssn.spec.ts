import { matches } from '../../../test/support/operator-context.ts';

const PATTERN = '\\d{3}-?\\d{2}-?\\d{4}';

describe('@verifySSN', () => {
  it.each([
    [PATTERN, '574-57-8065', true],
    [PATTERN, '000-57-8065', false],
    [PATTERN, '574-00-8065', false],
    [PATTERN, '574-57-0000', false],
    [PATTERN, '666-57-8065', false],
    [PATTERN, '740-57-8065', false],
    [PATTERN, '123456789', false],
    [PATTERN, '111111111', false],
    ['\\d+', '1574578065', true],
    ['\\d+', '5745780651', false],
    ['', '574-57-8065', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('verifySSN', argument, value)).toBe(expected);
  });
});
