import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import type { CustomRule } from '../waf-config/custom-rules.schema.ts';
import type { RuleExclusion } from '../waf-config/rule-exclusions.schema.ts';
import { customRuleMessages, exclusionMessages, nextExpiry } from './policy-rules.ts';

const { ConditionField, ConditionOperator, CustomRuleAction, SkippedCheck } = edgeV1;
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
    expect(customRuleMessages([rule])).toEqual([
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
      },
    ]);
  });

  it('is no exclusion that has expired', () => {
    const told = exclusionMessages(
      [
        exclusion('for good', null),
        exclusion('over', '2026-11-22T12:00:00Z'),
        exclusion('for now', '2026-11-22T12:00:01Z'),
        { ...exclusion('a family', null), by: 'tag', value: 'family/xss', target: '', path_prefix: '' },
      ],
      NOW,
    ).map((one) => create(edgeV1.RuleExclusionSchema, one));
    expect(told).toMatchObject([
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

  it('is due again when the next of them expires', () => {
    const times = ['2026-11-22T13:00:00Z', '2026-11-22T12:30:00.5Z', '2026-11-22T11:00:00Z', null];
    const exclusions = times.map((time) => exclusion(String(time), time));
    expect(nextExpiry(exclusions, NOW)).toEqual(new Date('2026-11-22T12:30:00.500Z'));
    expect(nextExpiry(exclusions.slice(2), NOW)).toBeNull();
  });
});
