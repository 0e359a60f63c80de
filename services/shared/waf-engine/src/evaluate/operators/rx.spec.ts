import {
  capturesOf,
  compileOperator,
  locationOf,
  macro,
  matches,
  RecordingContext,
} from '../../../test/support/operator-context.ts';

describe('@rx', () => {
  it.each([
    ['a+b', 'xaab', true],
    ['a+b', 'xb', false],
    ['', '', true],
    ['^b$', 'a\nb\nc', true],
    ['a.c', 'a\nc', true],
    ['A', 'a', false],
    ['(?i)A', 'a', true],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('rx', argument, value)).toBe(expected);
  });

  it('locates and captures the match and its groups', () => {
    expect(locationOf('rx', '(b)(x)?(c)', 'abcd')).toEqual([1, 2]);
    expect(capturesOf('rx', '(b)(x)?(c)', 'abcd')).toEqual({ 0: 'bc', 1: 'b', 3: 'c' });
  });

  it('captures no more than ten', () => {
    const captures = capturesOf('rx', '(a)'.repeat(12), 'a'.repeat(12));
    expect(Object.keys(captures ?? {})).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('reports a pattern that does not compile', () => {
    expect(() => compileOperator('rx', '(a')).toThrow(expect.objectContaining({ code: 'pattern_syntax' }));
  });

  it('offers itself for a union scan when its pattern is constant', () => {
    expect(compileOperator('rx', 'ab').scan).toMatchObject({ kind: 'pattern', source: 'ab' });
    expect(compileOperator('rx', macro('pattern')).scan).toBeUndefined();
  });

  it('compiles a pattern made of macros when it is known, and matches nothing if it is none', () => {
    const operator = compileOperator('rx', macro('pattern'));
    const withPattern = (pattern: string) => new RecordingContext(false, { 'TX:pattern': pattern });
    expect(operator.evaluate('abc', withPattern('b'))).toBe(true);
    expect(operator.evaluate('abc', withPattern('x'))).toBe(false);
    expect(operator.evaluate('abc', withPattern('('))).toBe(false);
    expect(operator.evaluate('a'.repeat(3000), withPattern('a'.repeat(3000)))).toBe(false);
  });

  it('forgets such patterns, oldest first', () => {
    const operator = compileOperator('rx', macro('pattern'));
    for (let index = 0; index < 100; index++) {
      expect(
        operator.evaluate(`<${index}>`, new RecordingContext(false, { 'TX:pattern': `<${index}>` })),
      ).toBe(true);
    }
  });
});
