import * as z from 'zod/mini';
import type { CustomRuleCondition } from './custom-rule-conditions.ts';
import { customRuleSchema } from './custom-rules.ts';
import { rateLimitRuleSchema } from './rate-limit-rules.ts';
import { timeOf } from './rule-times.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const on = (
  field: CustomRuleCondition['field'],
  operator: CustomRuleCondition['operator'],
  ...values: string[]
): CustomRuleCondition => ({
  field,
  name: field === 'form_field' ? 'role' : '',
  operator,
  negate: false,
  values,
});
const SCORE = on('attack_score', 'at_least', '5');
const STATUS = on('answer_status', 'equals', '404', '410');
const BODY = on('form_field', 'exists');
const PATH = on('path', 'starts_with', '/');

type Action = Parameters<typeof timeOf>[0]['action'];
const faultsOf = (action: Action, ...groups: CustomRuleCondition[][]) =>
  z
    .safeParse(customRuleSchema, {
      id: ID,
      name: 'Rule',
      enabled: true,
      action,
      skip: action === 'skip' ? ['managed_rules'] : [],
      conditions: groups[0],
      alternatives: groups.slice(1),
      ...(action === 'add_to_list' && { listing: { list: ID, minutes: 60 } }),
      ...(action === 'redirect' && { redirect: { to: '/a', status: 302, keep_query: false } }),
    })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('a rule is asked', () => {
  it.each<[string, Action, CustomRuleCondition[]]>([
    ['head', 'block', [PATH, on('bot_kind', 'equals', 'search')]],
    ['late', 'block', [BODY]],
    ['late', 'log', [BODY]],
    ['late', 'challenge', [PATH, SCORE]],
    ['late', 'add_to_list', [SCORE, BODY]],
    ['end', 'log', [SCORE]],
    ['end', 'add_to_list', [SCORE]],
    ['end', 'log', [PATH, STATUS]],
  ])('%s where it would %s by %j', (time, action, conditions) => {
    expect(timeOf({ action, conditions })).toBe(time);
    expect(faultsOf(action, conditions)).toEqual([]);
  });

  it.each<[string, Action, CustomRuleCondition[][]]>([
    ['action: What this rule asks for', 'skip', [[SCORE]]],
    ['action: What this rule asks for', 'skip', [[PATH], [STATUS]]],
    ['action: When the answer is there', 'block', [[PATH, STATUS]]],
    ['action: When the answer is there', 'redirect', [[PATH], [STATUS]]],
    ['conditions.1.field: What was in a body', 'log', [[STATUS, BODY]]],
    ['alternatives.0.0.field: What was in a body', 'add_to_list', [[STATUS], [BODY]]],
  ])('never too late: %s', (fault, action, groups) => {
    expect(faultsOf(action, ...groups)).toEqual([expect.stringMatching(`^${fault}`)]);
  });
});

describe('conditions on numbers and crawlers', () => {
  it.each<[CustomRuleCondition, string[]]>([
    [SCORE, []],
    [STATUS, []],
    [on('attack_score', 'equals', '0', '9999'), []],
    [on('attack_score', 'at_least', '-1'), ['conditions.0.values.0: Please enter a whole number']],
    [on('attack_score', 'at_least', '1e9'), ['conditions.0.values.0: Please enter a whole number']],
    [on('attack_score', 'at_least', '05'), ['conditions.0.values.0: Please enter a whole number']],
    [on('attack_score', 'at_least', '10000'), ['conditions.0.values.0: Please enter a whole number']],
    [on('attack_score', 'at_least', '5', '6'), ['conditions.0.values: Please enter one number']],
    [on('attack_score', 'at_least'), ['conditions.0.values: Please enter at least one value']],
    [on('attack_score', 'contains', '5'), ['conditions.0.operator: A number']],
    [on('attack_score', 'exists'), ['conditions.0.operator: A request always']],
    [on('answer_status', 'equals', '600'), ['conditions.0.values.0: Please enter a status']],
    [on('answer_status', 'equals', '99'), ['conditions.0.values.0: Please enter a status']],
    [on('path', 'at_least', '5'), ['conditions.0.operator: This field is no number']],
    [on('asn', 'at_least', '5'), ['conditions.0.operator: This field is no number']],
    [on('bot_kind', 'equals', 'ai_training', 'seo'), []],
    [on('bot_kind', 'equals', 'AI training'), ['conditions.0.values.0: Please choose a kind']],
    [on('bot_kind', 'contains', 'seo'), ['conditions.0.operator: This field can only']],
  ])('%j', (condition, faults) => {
    expect(faultsOf('log', [condition])).toEqual(faults.map((fault) => expect.stringMatching(`^${fault}`)));
  });

  it('a limit asks for crawlers, and for nothing that is known when it has been asked', () => {
    const limit = (condition: CustomRuleCondition) =>
      z
        .safeParse(rateLimitRuleSchema, {
          id: ID,
          name: 'Limit',
          enabled: true,
          conditions: [condition],
          key: [{ part: 'address', name: '' }],
          counts: 'requests',
          statuses: [],
          algorithm: 'sliding_window',
          amount: 10,
          window_seconds: 60,
          burst: 0,
          action: 'refuse',
          block_seconds: 0,
          delay_ms: 0,
        })
        .error?.issues.map(({ path }) => path.join('.')) ?? [];
    expect(limit(on('bot_kind', 'equals', 'seo'))).toEqual([]);
    expect(limit(SCORE)).toEqual(['conditions.0.field']);
    expect(limit(STATUS)).toEqual(['conditions.0.field']);
  });
});
