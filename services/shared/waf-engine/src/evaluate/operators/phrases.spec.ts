import { phrasesFromArgument, phrasesFromFile } from './phrases.ts';

describe('phrases in an argument', () => {
  it.each([
    ['a b', ['a', 'b']],
    ['  a\t\nb  ', ['a', 'b']],
    ['"a b"', ['a', 'b']],
    ['a\\:b\\;\\\\\\"', ['a:b;\\"']],
    ['a|41 42|c', ['aABc']],
    ['a|b', ['a|b']],
    ['||', ['||']],
    ['a|zz|b', ['a|zz|b']],
    ['\\x41', ['\\x41']],
    ['a\\', ['a\\']],
    ['', []],
  ])('%j', (argument, phrases) => {
    expect(phrasesFromArgument(argument)).toEqual(phrases);
  });
});

describe('phrases in a file', () => {
  it('are its lines, but for comments and empty ones', () => {
    expect(phrasesFromFile('# a\nb c\r\n\n \t# d\ne#f\n ')).toEqual(['b c', 'e#f', ' ']);
  });
});
