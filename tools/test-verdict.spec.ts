import { closingLine, failuresTold, sumOf, verdictOf } from './test-verdict.mjs';

const FILE = 'services/a.spec.ts';
const one = (test: string, status: 'passed' | 'failed' | 'skipped', more = {}) => ({
  file: FILE,
  test,
  status,
  ...more,
});
const ALLOWED = [
  { reason: /^no rules here$/, holds: () => true },
  { reason: /^no data$/, holds: () => false },
];
const listed = (test: string) => ({ file: FILE, test, reason: 'a race', issue: 'find the race' });

describe('the verdict over a run', () => {
  it('counts quarantined tests apart, whether they pass or fail', () => {
    const tests = [one('a', 'passed'), one('b', 'failed'), one('c', 'passed'), one('d', 'failed')];
    const { counts, failures, quarantinedFailures } = verdictOf(
      tests,
      { whole: true },
      [listed('c'), listed('d')],
      ALLOWED,
    );
    expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0, quarantined: 2, quarantinedFailed: 1 });
    expect(failures.map(({ test }) => test)).toEqual(['b']);
    expect(quarantinedFailures.map(({ test }) => test)).toEqual(['d']);
  });

  it.each([
    ['an allowed reason that holds', 'no rules here', 0],
    ['an allowed reason that does not hold here', 'no data', 1],
    ['a reason that is not allowed', 'on Fridays', 1],
    ['no reason', null, 1],
  ])('takes a skip with %s for %s', (_what, skipReason, failed) => {
    const { counts } = verdictOf([one('a', 'skipped', { skipReason })], { whole: true }, [], ALLOWED);
    expect(counts).toMatchObject({ failed, skipped: 1 - failed });
  });

  it('says nothing of skips where tests were chosen by name', () => {
    const { counts } = verdictOf([one('a', 'skipped')], { whole: false }, [listed('b')], ALLOWED);
    expect(counts).toMatchObject({ failed: 0, skipped: 1 });
  });

  it('fails for a quarantined test that is gone from a file that ran', () => {
    const tests = [one('a', 'passed')];
    const entries = [listed('gone'), { ...listed('elsewhere'), file: 'services/b.spec.ts' }];
    const { failures } = verdictOf(tests, { whole: true }, entries, ALLOWED);
    expect(failures.map(({ test }) => test)).toEqual(['gone']);
  });
});

describe('the end of a run', () => {
  it('is a line of counts, several runs added up', () => {
    expect(closingLine({ passed: 3, failed: 0 })).toBe('3 passed, 0 failed');
    const sum = sumOf(
      { passed: 3, failed: 1, skipped: 2 },
      { passed: 1, quarantined: 2, quarantinedFailed: 1 },
    );
    expect(closingLine(sum)).toBe('4 passed, 1 failed, 2 skipped, 2 quarantined (1 of them failed)');
  });

  it('names what failed, each with its reason', () => {
    const message = '\u001b[31mError: expected 1\u001b[39m\n\nReceived: 2\n    at there (file.ts:3:4)';
    expect(failuresTold('failed', [one('a', 'failed', { message })])).toBe(
      'palisade: failed:\n  services/a.spec.ts › a\n      Error: expected 1\n      Received: 2\n',
    );
  });

  it('stays short', () => {
    const message = Array.from({ length: 90 }, (_, index) => `${index} ${'x'.repeat(500)}`).join('\n');
    const many = Array.from({ length: 40 }, (_, index) => one(`test ${index}`, 'failed', { message }));
    const text = failuresTold('failed', many);
    expect(text).toContain('  and 10 more\n');
    expect(text.split('\n').length).toBeLessThan(280);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(240);
  });
});
