import { sqlWord } from './sql-words.ts';

describe('words of SQL', () => {
  it.each([
    ['SELECT', 'E'],
    ['union all', 'U'],
    ['Sleep', 'f'],
    ['information_schema', undefined],
    ['', undefined],
    ['<=', 'o'],
    ['XOR', '&'],
    ['varchar', 't'],
    ['null', 'v'],
    ['true', '1'],
    ['group by', 'B'],
    ['group', 'n'],
    ['into outfile', 'k'],
  ])('%j is %j', (word, type) => {
    expect(sqlWord(word)?.type).toBe(type);
  });

  it.each([
    'is not distinct from',
    'natural left outer join',
    'insert low_priority into',
    'lock in share mode',
    'union distinct all',
    'for update skip locked',
    'at time zone',
    'begin try declare',
    'if not exists',
    'not similar to',
    'next value for',
  ])('%j is found word by word', (phrase) => {
    const words = phrase.split(' ');
    expect(sqlWord(phrase)?.type).toBeDefined();
    for (let count = 1; count < words.length; count++) {
      expect(sqlWord(words.slice(0, count).join(' '))).toMatchObject({ beginsPhrase: true });
    }
  });
});
