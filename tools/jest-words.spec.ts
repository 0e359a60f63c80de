import { readWords } from './jest-words.mjs';

const read = (...words: string[]) => readWords(words, new Set(['unit', 'e2e']));

describe('the words of tools/jest.mjs', () => {
  it('are kinds, paths and options', () => {
    expect(read('unit', 'tools/a.spec.ts', '--ci')).toEqual({
      kinds: ['unit'],
      paths: ['tools/a.spec.ts'],
      options: ['--ci'],
    });
  });

  it.each(['-t', '--testNamePattern'])('keep the value of %s with it, whatever it looks like', (option) => {
    for (const value of ['two words', 'unit', '-1 is refused'])
      expect(read('unit', option, value, 'tools')).toEqual({
        kinds: ['unit'],
        paths: ['tools'],
        options: [`--testNamePattern=${value}`],
      });
  });

  it('may say the kind as Nx does', () => {
    expect(read('--selectProjects', 'e2e')).toEqual({ kinds: ['e2e'], paths: [], options: [] });
  });
});
