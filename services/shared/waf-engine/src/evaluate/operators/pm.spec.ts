import {
  capturesOf,
  compileOperator,
  locationOf,
  macro,
  matches,
  RecordingContext,
} from '../../../test/support/operator-context.ts';

describe('@pm', () => {
  it.each([
    ['foo bar', 'xBARx', true],
    ['foo bar', 'fo ba', false],
    ['', 'x', false],
    ['"a b"', 'xb', true],
    ['a|2d|b', 'xa-b', true],
    ['a|2d|b', 'ab', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('pm', argument, value)).toBe(expected);
  });

  it('locates and captures the phrase that ends first, as written in the rule', () => {
    expect(locationOf('pm', 'foo Bar', 'xxbar foo')).toEqual([2, 3]);
    expect(capturesOf('pm', 'foo Bar', 'xxbar foo')).toEqual({ 0: 'Bar' });
  });

  it('offers its phrases for a union scan', () => {
    expect(compileOperator('pm', 'a b').scan).toEqual({ kind: 'phrases', phrases: ['a', 'b'] });
  });

  it('takes no macros', () => {
    expect(() => compileOperator('pm', macro('words'))).toThrow(/takes no macros/);
  });
});

describe('@pmFromFile', () => {
  const files = { 'words.data': '# comment\n\nunion select\n  # another\nsleep(\r\n' };

  it('reads a phrase a line', () => {
    const operator = compileOperator('pmFromFile', 'words.data', files);
    expect(operator.evaluate('1 UNION SELECT', new RecordingContext())).toBe(true);
    expect(operator.evaluate('sleep(1)', new RecordingContext())).toBe(true);
    expect(operator.evaluate('comment another', new RecordingContext())).toBe(false);
    expect(operator.scan).toEqual({ kind: 'phrases', phrases: ['union select', 'sleep('] });
  });

  it('is @pmf, too', () => {
    expect(compileOperator('pmf', 'words.data', files).evaluate('sleep(', new RecordingContext())).toBe(true);
  });

  it('reports a file that is not there', () => {
    expect(() => compileOperator('pmFromFile', 'absent.data', files)).toThrow(/absent\.data/);
  });
});
