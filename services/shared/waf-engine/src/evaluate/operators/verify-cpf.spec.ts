import { matches } from '../../../test/support/operator-context.ts';

const PATTERN = '([0-9]{3}\\.){2}[0-9]{3}-[0-9]{2}';

describe('@verifyCPF', () => {
  it.each([
    [PATTERN, 'asdf 010.817.514-60 asdf', true],
    [PATTERN, '010.817.514-61', false],
    [PATTERN, '111.111.111-11', false],
    [PATTERN, '012.345.678-90', false],
    ['\\d+', '0108175146', false],
    ['', '010.817.514-60', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('verifyCPF', argument, value)).toBe(expected);
  });
});
