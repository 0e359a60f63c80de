import {
  compileOperator,
  locationOf,
  macro,
  matches,
  RecordingContext,
} from '../../../test/support/operator-context.ts';

describe('@beginsWith', () => {
  it.each([
    ['ab', 'abc', true],
    ['ab', 'xab', false],
    ['', '', true],
    ['abc', 'ab', false],
    ['AB', 'abc', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('beginsWith', argument, value)).toBe(expected);
  });

  it('locates the beginning', () => {
    expect(locationOf('beginsWith', 'ab', 'abc')).toEqual([0, 2]);
  });

  it('expands macros', () => {
    const operator = compileOperator('beginsWith', macro('prefix'));
    expect(operator.evaluate('GET /', new RecordingContext(false, { 'TX:prefix': 'GET' }))).toBe(true);
    expect(operator.evaluate('POST /', new RecordingContext(false, { 'TX:prefix': 'GET' }))).toBe(false);
  });
});
