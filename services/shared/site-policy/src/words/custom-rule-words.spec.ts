import type { CustomRule } from '../groups/custom-rules.ts';
import { actionText, conditionText, listText, operatorsOf, ruleText } from './custom-rule-words.ts';

type CustomRuleCondition = CustomRule['conditions'][number];

const condition = (over: Partial<CustomRuleCondition>): CustomRuleCondition => ({
  field: 'path',
  name: '',
  operator: 'equals',
  negate: false,
  values: [],
  ...over,
});

it.each<[Partial<CustomRuleCondition>, string]>([
  [{ operator: 'starts_with', values: ['/wp-login'] }, 'the path starts with /wp-login'],
  [
    { operator: 'ends_with', negate: true, values: ['.php', '.asp'] },
    'the path does not end with .php or .asp',
  ],
  [
    { field: 'country', negate: true, values: ['DE', 'AT', 'CH'] },
    'the country is not Germany, Austria or Switzerland',
  ],
  [
    { field: 'ip', values: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'] },
    'the address is 1.1.1.1, 1.1.1.2 or 2 more',
  ],
  [{ field: 'header', name: 'X-Api', operator: 'exists', negate: true }, 'the header X-Api is missing'],
  [{ field: 'cookie', name: 'sid', operator: 'exists' }, 'the cookie sid is present'],
  [{ field: 'user_agent', operator: 'matches', values: ['^curl/'] }, 'the user agent matches ^curl/'],
  [{ field: 'bot_kind', values: ['ai_training', 'seo'] }, 'the kind of crawler is AI training or SEO tools'],
  [{ field: 'attack_score', operator: 'at_least', values: ['5'] }, 'the attack score is at least 5'],
  [
    { field: 'answer_status', operator: 'at_least', negate: true, values: ['500'] },
    'the status of the answer is below 500',
  ],
])('%j reads "%s"', (over, text) => expect(conditionText(condition(over))).toBe(text));

it('a rule is a sentence', () => {
  expect(
    ruleText({
      action: 'skip',
      skip: ['bot_protection', 'rate_limiting'],
      conditions: [condition({ values: ['/hook'] }), condition({ field: 'method', values: ['POST'] })],
    }),
  ).toBe('When the path is /hook and the method is POST → Skip bot protection and rate limits');
  expect(actionText({ action: 'challenge', skip: [] })).toBe('Challenge');
});

it('lists are as short as they can be', () => {
  expect(
    [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']].map((list) => listText(list)),
  ).toEqual(['', 'a', 'a or b', 'a, b or c', 'a, b or 2 more']);
});

it('only what has a name can be missing, and what is chosen is compared as a whole', () => {
  expect(operatorsOf('ip')).toEqual(['equals', 'in_list']);
  expect(operatorsOf('country')).toEqual(['equals', 'in_list']);
  expect(operatorsOf('method')).toEqual(['equals']);
  expect(operatorsOf('user_agent')).toContain('in_list');
  expect(operatorsOf('path')).not.toContain('exists');
  expect(operatorsOf('header')).toContain('exists');
});
