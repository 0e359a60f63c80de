import { namesOverPairs } from './names-over-pairs.ts';

const namesOf = (text: string) =>
  [...namesOverPairs(text)].filter(([, , isOver]) => isOver).map(([name, value]) => [name, value]);

describe('names of a form that go on over several pairs', () => {
  it.each([
    ['<a&b>=1', [['<a&b>', '1']]],
    ['a=1&<b&c%3e=2%27&d=3', [['<b&c>', '2%27']]],
    ["a=1&'&b", [["'&b", '']]],
  ])('%s', (text, names) => expect(namesOf(text)).toEqual(names));

  it.each([
    ['a pair each', "a=<&b='"],
    ['longer ones than any form may have', `${"a'&".repeat(3000)}=1`],
  ])('not of %s', (_what, text) => expect(namesOf(text)).toEqual([]));
});
