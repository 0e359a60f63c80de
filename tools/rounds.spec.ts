import { tellRounds } from './rounds.mjs';

const failure = (test: string, message = 'Error: no\n    at here (file.ts:1:2)') => ({
  file: '/repository/services/a.spec.ts',
  test,
  message,
});

describe('the end of a run of two rounds', () => {
  it('names what failed twice, and what did once, each with its reason', () => {
    const red = '\u001b[31mError: expected 1\u001b[39m\n\nReceived: 2\n    at there (file.ts:3:4)';
    const text = tellRounds(
      [failure('twice', 'other'), failure('once')],
      [failure('twice', red)],
      '/repository',
    );
    expect(text).toBe(
      [
        'palisade: failed in both rounds:',
        '  services/a.spec.ts › twice',
        '      Error: expected 1',
        '      Received: 2',
        'palisade: passed only in the second round:',
        '  services/a.spec.ts › once',
        '      Error: no',
        '',
      ].join('\n'),
    );
  });

  it('says so when a test fails that had passed before', () => {
    expect(tellRounds([failure('one')], [failure('another')], '/repository')).toContain(
      'failed only in the second round:\n  services/a.spec.ts › another\n',
    );
  });

  it('stays short', () => {
    const endless = Array.from({ length: 90 }, (_, index) => `${index} ${'x'.repeat(500)}`).join('\n');
    const many = Array.from({ length: 40 }, (_, index) => failure(`test ${index}`, endless));
    const text = tellRounds(many, many, '/repository');
    expect(text).toContain('  and 10 more\n');
    expect(text.split('\n').length).toBeLessThan(280);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(240);
  });
});
