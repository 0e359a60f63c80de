import { problemsOfQuarantine } from './quarantine.mjs';

const entry = { file: 'services/a.spec.ts', test: 'a', reason: 'a race', issue: 'find the race' };
const anyFile = () => true;

describe('the list of quarantined tests', () => {
  it('may shrink', () => {
    expect(problemsOfQuarantine({ max: 1, tests: [entry] }, [2, 1, 3], anyFile)).toEqual([]);
    expect(problemsOfQuarantine({ max: 0, tests: [] }, [], anyFile)).toEqual([]);
  });

  it('may not grow beyond its maximum, nor this beyond any before', () => {
    expect(problemsOfQuarantine({ max: 1, tests: [entry, entry] }, [1], anyFile)).toEqual([
      '2 tests are quarantined, 1 may be',
    ]);
    expect(problemsOfQuarantine({ max: 3, tests: [] }, [3, 2, 3], anyFile)).toEqual([
      'max is 3, and was 2 before: it may only shrink',
    ]);
  });

  it('names a reason, an issue and a file that is there', () => {
    const problems = problemsOfQuarantine({ max: 2, tests: [{ ...entry, issue: ' ' }] }, [], () => false);
    expect(problems).toEqual([
      'a: a reason and an issue line are missing',
      'a: there is no services/a.spec.ts',
    ]);
  });
});
