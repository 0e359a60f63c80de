import { compileOperator, macro, matches, RecordingContext } from '../../../test/support/operator-context.ts';

describe('@streq', () => {
  it.each([
    ['a', 'a', true],
    ['a', 'A', false],
    ['', '', true],
    ['a', 'a\0', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('streq', argument, value)).toBe(expected);
  });

  it('expands macros', () => {
    const context = new RecordingContext(false, { 'TX:wanted': 'x' });
    expect(compileOperator('streq', macro('wanted')).evaluate('x', context)).toBe(true);
  });
});
