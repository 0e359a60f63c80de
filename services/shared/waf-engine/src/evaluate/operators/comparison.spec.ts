import { compileOperator, macro, matches, RecordingContext } from '../../../test/support/operator-context.ts';

describe.each([
  ['eq', [false, true, false]],
  ['ge', [false, true, true]],
  ['gt', [false, false, true]],
  ['le', [true, true, false]],
  ['lt', [true, false, false]],
] as const)('@%s', (name, expected) => {
  it('compares a smaller, an equal and a larger number', () => {
    expect(['4', '5', '6'].map((value) => matches(name, '5', value))).toEqual(expected);
    expect(['-6', '-5', '-4'].map((value) => matches(name, '-5', value))).toEqual(expected);
  });

  it('expands macros', () => {
    const operator = compileOperator(name, macro('limit'));
    const answers = ['4', '5', '6'].map((value) =>
      operator.evaluate(value, new RecordingContext(false, { 'TX:limit': '5' })),
    );
    expect(answers).toEqual(expected);
  });

  it('reads the number in front, and 0 where there is none', () => {
    expect(['4x', ' \t+5', '6.9'].map((value) => matches(name, '5', value))).toEqual(expected);
    expect(['-1', 'five', '1'].map((value) => matches(name, '', value))).toEqual(expected);
  });
});

describe('numbers that do not fit', () => {
  it('count as the largest or smallest of 64 bits', () => {
    const most = '9223372036854775807';
    expect(matches('ge', most, `${most}0`)).toBe(true);
    expect(matches('gt', most, `${most}0`)).toBe(false);
    expect(matches('gt', '9223372036854775806', most)).toBe(true);
    expect(matches('lt', '-9223372036854775807', '-9'.padEnd(60_000, '9'))).toBe(true);
    expect(matches('eq', '0', '000000000000000000000000000000')).toBe(true);
    expect(matches('gt', '1', `${'0'.repeat(60_000)}2`)).toBe(true);
  });

  it('count as 0 beyond 32 bits where they are compared for being equal', () => {
    expect(matches('eq', '0', '2147483648')).toBe(true);
    expect(matches('eq', '2147483647', '2147483647')).toBe(true);
    expect(matches('eq', '0', '-2147483649')).toBe(true);
  });
});
