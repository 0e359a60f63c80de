import { type CandidateSeen, judgeCandidate } from './candidate-judge.ts';

const quiet: CandidateSeen = {
  candidateInspected: 1_000,
  candidateBlocked: 10,
  candidateFailures: 0,
  presentInspected: 1_000,
  presentBlocked: 10,
};

describe('a candidate rule set', () => {
  it.each<[string, Partial<CandidateSeen>]>([
    ['blocks as much as the present one', {}],
    ['blocks a little more', { candidateBlocked: 35 }],
    ['failed on one odd request', { candidateFailures: 2 }],
    ['has not seen enough yet', { candidateInspected: 199, candidateBlocked: 199 }],
    ['has nothing to be compared with yet', { candidateBlocked: 900, presentInspected: 10 }],
    ['blocks much, as the present one does under an attack', { candidateBlocked: 700, presentBlocked: 400 }],
  ])('stays when it %s', (_, seen) => {
    expect(judgeCandidate({ ...quiet, ...seen })).toBeNull();
  });

  it('goes when it blocks far more', () => {
    expect(judgeCandidate({ ...quiet, candidateBlocked: 50 })).toBe(
      'it blocked 5.0 % of 1000 requests, the present rules 1.0 %',
    );
  });

  it('goes when the engine fails on it, however little it has seen', () => {
    expect(judgeCandidate({ ...quiet, candidateInspected: 3, candidateFailures: 3 })).toBe(
      'the rule engine failed 3 times on it',
    );
  });
});
