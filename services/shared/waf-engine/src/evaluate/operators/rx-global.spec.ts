import {
  capturesOf,
  compileOperator,
  locationOf,
  macro,
  matches,
  RecordingContext,
} from '../../../test/support/operator-context.ts';

describe('@rxGlobal', () => {
  it.each([
    ['a+b', 'xaab', true],
    ['a+b', 'xb', false],
    ['', '', true],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('rxGlobal', argument, value)).toBe(expected);
  });

  it('captures one match after another', () => {
    expect(capturesOf('rxGlobal', '(\\d)-(\\d)', '1-2 3-4')).toEqual({
      0: '1-2',
      1: '1',
      2: '2',
      3: '3-4',
      4: '3',
      5: '4',
    });
  });

  it('stops when ten are captured', () => {
    expect(Object.keys(capturesOf('rxGlobal', 'a', 'a'.repeat(50)) ?? {})).toHaveLength(10);
  });

  it('goes on after an empty match', () => {
    expect(capturesOf('rxGlobal', 'x*', 'axx')).toEqual({ 0: '', 1: 'xx', 2: '' });
  });

  it('locates the first match', () => {
    expect(locationOf('rxGlobal', 'b', 'abb')).toEqual([1, 1]);
  });

  it('expands macros', () => {
    const context = new RecordingContext(false, { 'TX:pattern': 'b' });
    expect(compileOperator('rxGlobal', macro('pattern')).evaluate('abc', context)).toBe(true);
  });
});
