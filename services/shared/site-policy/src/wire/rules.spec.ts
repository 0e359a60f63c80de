import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import type { CustomRule } from '../groups/custom-rules.ts';
import type { RuleExclusion } from '../groups/rule-exclusions.ts';
import { defaultSitePolicy } from '../site-policy.ts';
import { encodeSitePolicy } from './codec.ts';
import { rulesUnderPlan } from './custom-rules.ts';

const { ConditionField, ConditionOperator, CustomRuleAction, SkippedCheck } = edgeV1;
const { originConfig, policyConfig } = defaultSitePolicy({
  origin_host: 'a.example',
  origin_port: 80,
  origin_protocol: 'http',
});
/** The policy as sent to the edge. */
const sentPolicy = (
  changes: { custom_rules?: CustomRule[]; rule_exclusions?: RuleExclusion[] },
  nowMs = NOW,
) => encodeSitePolicy({ originConfig, policyConfig: { ...policyConfig, ...changes } }, nowMs).policy;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const exclusion = (id: string, expires_at: string | null): RuleExclusion => ({
  id,
  by: 'rule_id',
  value: '1002',
  target: 'ARGS:comment',
  path_prefix: '/blog',
  note: 'for the editors',
  expires_at,
});
const condition = (changes: Partial<CustomRule['conditions'][number]>) => ({
  field: 'path' as const,
  name: '',
  operator: 'equals' as const,
  negate: false,
  values: ['/a'],
  ...changes,
});

describe('what the edge is told of a policy’s rules', () => {
  it('is each alternative of a custom rule', () => {
    const rule: CustomRule = {
      id: 'one',
      name: 'Either',
      enabled: true,
      action: 'block',
      skip: [],
      conditions: [condition({})],
      alternatives: [[condition({ field: 'asn', values: ['64500'] }), condition({ negate: true })]],
    };
    expect(sentPolicy({ custom_rules: [rule] })?.customRules).toMatchObject([
      {
        conditions: [{ field: ConditionField.PATH }],
        alternatives: [
          {
            conditions: [
              { field: ConditionField.ASN, values: ['64500'] },
              { field: ConditionField.PATH, negate: true },
            ],
          },
        ],
      },
    ]);
  });

  it('is each part of a custom rule', () => {
    const rule: CustomRule = {
      id: 'one',
      name: 'The office may',
      enabled: true,
      action: 'skip',
      skip: ['managed_rules', 'rate_limiting'],
      conditions: [
        condition({ field: 'ip', values: ['192.0.2.0/24'] }),
        condition({ field: 'header', name: 'x-office', operator: 'exists', negate: true, values: [] }),
      ],
    };
    expect(sentPolicy({ custom_rules: [rule] })?.customRules).toEqual([
      {
        id: 'one',
        name: 'The office may',
        action: CustomRuleAction.SKIP,
        skips: [SkippedCheck.MANAGED_RULES, SkippedCheck.RATE_LIMITING],
        conditions: [
          {
            field: ConditionField.IP,
            name: '',
            operator: ConditionOperator.EQUALS,
            negate: false,
            values: ['192.0.2.0/24'],
          },
          {
            field: ConditionField.HEADER,
            name: 'x-office',
            operator: ConditionOperator.EXISTS,
            negate: true,
            values: [],
          },
        ],
        alternatives: [],
      },
    ]);
  });

  it('is no exclusion that has expired', () => {
    const exclusions = sentPolicy({
      rule_exclusions: [
        exclusion('for good', null),
        exclusion('over', '2026-11-22T12:00:00Z'),
        exclusion('for now', '2026-11-22T12:00:01Z'),
        { ...exclusion('a family', null), by: 'tag', value: 'family/xss', target: '', path_prefix: '' },
      ],
    })?.exclusions?.map((one) => create(edgeV1.RuleExclusionSchema, one));
    expect(exclusions).toMatchObject([
      {
        name: 'for good',
        by: { case: 'ruleId', value: '1002' },
        target: 'ARGS:comment',
        pathPrefix: '/blog',
      },
      { name: 'for now' },
      { name: 'a family', by: { case: 'tag', value: 'family/xss' }, target: '', pathPrefix: '' },
    ]);
  });
});

describe('the rules of a document under a plan', () => {
  const rule = (id: string, action: edgeV1.CustomRuleAction, operator = ConditionOperator.EQUALS) =>
    create(edgeV1.CustomRuleSchema, {
      id,
      name: id,
      action,
      alternatives: [{ conditions: [{ operator }] }],
    });
  const sources = [
    rule('1', CustomRuleAction.CHALLENGE),
    rule('2', CustomRuleAction.BLOCK),
    rule('3', CustomRuleAction.BLOCK),
  ];
  it.each([
    [null, true, ['1', '2', '3']],
    [2, true, ['1', '2']],
    [2, false, ['2', '3']],
    [1, false, ['2']],
    [0, true, []],
  ] as const)('of %s rules, bot protection %s: %j', (maxCustomRules, botProtection, ids) => {
    expect(
      rulesUnderPlan(sources, { maxCustomRules, botProtection, ipManagement: true }).map(({ id }) => id),
    ).toEqual(ids);
  });

  it('asks no lists without them', () => {
    const asking = [rule('lists', CustomRuleAction.BLOCK, ConditionOperator.IN_LIST), ...sources];
    const idsUnder = (ipManagement: boolean) =>
      rulesUnderPlan(asking, { maxCustomRules: 2, botProtection: true, ipManagement }).map(({ id }) => id);
    expect(idsUnder(true)).toEqual(['lists', '1']);
    expect(idsUnder(false)).toEqual(['1', '2']);
  });
});
