import { compileOperator, matches, RecordingContext } from '../../../test/support/operator-context.ts';

describe('@ipMatch', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['10.0.0.0/8,192.0.2.0/24', '10.255.1.2', true],
    ['10.0.0.0/8,192.0.2.0/24', '11.0.0.0', false],
    [' 10.0.0.0/8 , ::1', '::1', true],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::', false],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['0.0.0.0/0', '::1', false],
    ['::ffff:1.2.3.4', '::ffff:102:304', true],
    ['10.0.0.0/8', '10.0.0', false],
    ['10.0.0.0/8', '', false],
  ])('%j on %j: %j', (argument, value, expected) => {
    expect(matches('ipMatch', argument, value)).toBe(expected);
  });

  it.each(['10.0.0', '10.0.0.0/33', '10.0.0.0/', '::1/129', 'example.com', '10.0.0.0/-1', '1.2.3.4/8/8'])(
    'refuses %j',
    (argument) => {
      expect(() => compileOperator('ipMatch', argument)).toThrow(
        expect.objectContaining({ code: 'seclang_bad_argument' }),
      );
    },
  );
});

describe('@ipMatchFromFile', () => {
  const files = { 'blocked.data': '# list\n10.0.0.0/8 # office\n\n192.0.2.1,2001:db8::1\r\n' };

  it.each(['ipMatchFromFile', 'ipMatchF'])('reads the lines of a file: %s', (name) => {
    const operator = compileOperator(name, 'blocked.data', files);
    const answers = ['10.1.1.1', '192.0.2.1', '2001:db8::1', '8.8.8.8'].map((address) =>
      operator.evaluate(address, new RecordingContext()),
    );
    expect(answers).toEqual([true, true, true, false]);
  });
});
