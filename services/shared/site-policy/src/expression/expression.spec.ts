import fc from 'fast-check';
import {
  CONDITION_FIELDS,
  type CustomRuleCondition,
  NAMED_FIELDS,
} from '../groups/custom-rule-conditions.ts';
import { type ConditionGroups, ExpressionError, parseExpression, printExpression } from './index.ts';

const faultOf = (expression: string): { offset: number; message: string } => {
  try {
    parseExpression(expression);
  } catch (error) {
    if (error instanceof ExpressionError) return { offset: error.offset, message: error.message };
    throw error;
  }
  throw new Error('it was taken');
};
const LIST = '5b7c6a52-7a54-4f0e-9d0e-0c5b8d1c2f10';
const path = (...values: string[]): CustomRuleCondition => ({
  field: 'path',
  name: '',
  operator: 'starts_with',
  negate: false,
  values,
});
const country: CustomRuleCondition = {
  field: 'country',
  name: '',
  operator: 'equals',
  negate: false,
  values: ['DE'],
};
const not = (condition: CustomRuleCondition) => ({ ...condition, negate: !condition.negate });

describe('an expression', () => {
  it.each<[string, ConditionGroups]>([
    ['path starts_with "/a"', [[path('/a')]]],
    ['PATH starts_with {"/a", "/b"} AND NOT country equals DE', [[path('/a', '/b'), not(country)]]],
    [
      'path starts_with "/a" or path starts_with "/b" and country equals DE',
      [[path('/a')], [path('/b'), country]],
    ],
    [
      '(path starts_with "/a" or path starts_with "/b") and country equals DE',
      [
        [path('/a'), country],
        [path('/b'), country],
      ],
    ],
    ['not (path starts_with "/a" and not country equals DE)', [[not(path('/a'))], [country]]],
    ['not not path starts_with "/a"', [[path('/a')]]],
    [
      'ip equals {192.0.2.0/24, 2001:db8::/32}',
      [
        [
          {
            field: 'ip',
            name: '',
            operator: 'equals',
            negate: false,
            values: ['192.0.2.0/24', '2001:db8::/32'],
          },
        ],
      ],
    ],
    [
      `not ip in_list ${LIST}`,
      [[{ field: 'ip', name: '', operator: 'in_list', negate: true, values: [LIST] }]],
    ],
    [
      `user_agent in_list ${LIST}`,
      [[{ field: 'user_agent', name: '', operator: 'in_list', negate: false, values: [LIST] }]],
    ],
    [
      'not header["X-Key"] exists',
      [[{ field: 'header', name: 'X-Key', operator: 'exists', negate: true, values: [] }]],
    ],
    [
      'json_path["items[*].sku"] equals x and not file_name exists',
      [
        [
          { field: 'json_path', name: 'items[*].sku', operator: 'equals', negate: false, values: ['x'] },
          { field: 'file_name', name: '', operator: 'exists', negate: true, values: [] },
        ],
      ],
    ],
    [
      'attack_score at_least 5 and not bot_kind equals {search, ai_training} or answer_status equals 404',
      [
        [
          { field: 'attack_score', name: '', operator: 'at_least', negate: false, values: ['5'] },
          {
            field: 'bot_kind',
            name: '',
            operator: 'equals',
            negate: true,
            values: ['search', 'ai_training'],
          },
        ],
        [{ field: 'answer_status', name: '', operator: 'equals', negate: false, values: ['404'] }],
      ],
    ],
    [
      'query matches "^\\d+\\"\\\\$"',
      [[{ field: 'query', name: '', operator: 'matches', negate: false, values: ['^\\d+"\\$'] }]],
    ],
  ])('%s', (expression, groups) => {
    expect(parseExpression(expression)).toEqual(groups);
  });

  it.each([
    ['', 0, 'A condition is missing'],
    ['path starts_with "/a" and', 25, 'A condition is missing'],
    ['paths starts_with "/a"', 0, 'is no field'],
    ['path begins "/a"', 5, 'A comparison is expected'],
    ['path starts_with', 16, 'A value is expected'],
    ['path starts_with "/a', 17, 'a quote is missing'],
    ['path starts_with "/a" path starts_with "/b"', 22, '“and” or “or” is expected'],
    ['(path starts_with "/a"', 22, '“)” is expected'],
    ['header exists', 7, '“[” is expected'],
    ['path starts_with {"/a" "/b"}', 23, '“}” is expected'],
    ['ip equals {192.0.2.1, 300.1.1.1}', 22, 'IP address'],
    ['attack_score at_least 5.5', 22, 'whole number'],
    ['attack_score at_least {5, 6}', 22, 'one number'],
    ['bot_kind equals bots', 16, 'kind of crawler'],
    ['path at_least 5', 0, 'no number'],
    ['country contains DE', 0, 'as a whole'],
    ['json_path["a..b"] equals x', 0, 'no path of a JSON document'],
    ['file_type exists', 0, 'always has this field'],
    [`host in_list ${LIST}`, 0, 'There are no lists of what this field has'],
    ['ip in_list 192.0.2.1', 11, 'no such list'],
    ['path = "/a"', 5, 'has no meaning'],
    [`${'('.repeat(50)}path starts_with "/a"${')'.repeat(50)}`, 21, 'nested too deeply'],
    [Array(11).fill('path starts_with "/a"').join(' or '), 0, '10 alternatives'],
    [Array(11).fill('path starts_with "/a"').join(' and '), 0, '10 conditions'],
    // Written out this would be four million groups; it is given up long before.
    [Array(22).fill('(path starts_with "/a" or path starts_with "/b")').join(' and '), 0, 'Written out'],
  ])('says where it is wrong: %s', (expression, offset, message) => {
    expect(faultOf(expression)).toEqual({ offset, message: expect.stringContaining(message) });
  });

  it('that is printed is read as the same, of chosen fields and numbers', () => {
    const VALUES = {
      bot_kind: ['search', 'ai_training', 'feed'],
      attack_score: ['0', '5', '9999'],
      answer_status: ['100', '404', '599'],
      tls_version: ['1.2', '1.3'],
    } as const;
    const condition = fc
      .constantFrom(...(Object.keys(VALUES) as (keyof typeof VALUES)[]))
      .chain((field) =>
        fc.record({
          field: fc.constant(field),
          name: fc.constant(''),
          operator: fc.constant('equals' as const),
          negate: fc.boolean(),
          values: fc.array(fc.constantFrom(...(VALUES[field] as readonly string[])), {
            minLength: 1,
            maxLength: 3,
          }),
        }),
      )
      .chain((one) =>
        fc.constantFrom<CustomRuleCondition>(
          one,
          ...(one.field === 'attack_score' || one.field === 'answer_status'
            ? [{ ...one, operator: 'at_least' as const, values: one.values.slice(0, 1) }]
            : []),
        ),
      );
    const groups = fc.array(fc.array(condition, { minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(groups, (written) => expect(parseExpression(printExpression(written))).toEqual(written)),
    );
  });

  it('that is printed is read as the same', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
    const free = CONDITION_FIELDS.filter((field) =>
      ['path', 'query', 'user_agent', 'query_parameter', 'cookie'].includes(field),
    );
    const condition = fc
      .record({
        field: fc.constantFrom(...free),
        name: text.map((name) => name.trim()).filter((name) => name !== ''),
        operator: fc.constantFrom('equals', 'contains', 'starts_with', 'ends_with', 'matches'),
        negate: fc.boolean(),
        values: fc.array(text, { minLength: 1, maxLength: 4 }),
      })
      .map((one) => ({ ...one, name: NAMED_FIELDS.has(one.field) ? one.name : '' }) as CustomRuleCondition);
    const groups = fc.array(fc.array(condition, { minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(groups, (written) => expect(parseExpression(printExpression(written))).toEqual(written)),
    );
  });
});
