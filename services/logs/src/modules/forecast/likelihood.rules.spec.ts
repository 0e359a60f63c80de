import { likelihoodOf } from './likelihood.rules.ts';

describe('likelihoodOf', () => {
  it.each([
    ['many who get proper answers, over one rule', 12, 9, 12, 1, 'ordinary'],
    ['many who get proper answers, but trip over many rules', 12, 9, 12, 4, 'unclear'],
    ['one who asks for what does not exist', 40, 1, 2, 2, 'attack'],
    ['many who ask for what does not exist', 40, 30, 2, 1, 'attack'],
    ['one who asks again and again', 20, 1, 20, 1, 'attack'],
    ['one who asks now and then', 4, 1, 4, 1, 'unclear'],
    ['a crowd with mixed answers', 10, 5, 6, 1, 'unclear'],
    ['nobody', 0, 0, 0, 0, 'unclear'],
  ])('%s', (_who, requests, addresses, answered, rulesFired, expected) => {
    expect(likelihoodOf({ requests, addresses, answered, rulesFired })).toBe(expected);
  });
});
