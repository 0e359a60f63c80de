import { entryErrors } from '../../../../entities/policy/entry-errors.ts';
import type { CustomRule, CustomRuleCondition } from '../../../../shared/api/types.ts';
import { ruleSchema } from './rule-form.ts';
import { copyOf, emptyCondition, emptyRule, onField, settled } from './rule-values.ts';
import { TEMPLATES } from './templates.ts';

const condition = (over: Partial<CustomRuleCondition>): CustomRuleCondition => ({
  ...emptyCondition('path'),
  values: ['/a'],
  ...over,
});
const rule = (over: Partial<CustomRule>): CustomRule => ({
  ...emptyRule(),
  name: 'A rule',
  conditions: [condition({})],
  ...over,
});
const faults = (of: CustomRule) =>
  (ruleSchema.safeParse(of).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('ruleSchema', () => {
  it.each<[Partial<CustomRule>, string[]]>([
    [{}, []],
    [{ name: '  ' }, ['name: Please enter a name']],
    [{ conditions: [] }, ['conditions: Please add at least one condition']],
    [{ action: 'skip' }, ['skip: Please choose what the rule skips']],
    [{ conditions: [condition({ values: [] })] }, ['conditions.0.values: Please enter at least one value']],
    [
      { conditions: [condition({ field: 'ip', operator: 'equals', values: ['1.2.3.4', '1.2.3'] })] },
      ['conditions.0.values.1: Please enter an IP address or a CIDR range'],
    ],
    [{ conditions: [condition({ field: 'header' })] }, ['conditions.0.name: Please enter a name']],
    [
      { conditions: [condition({ field: 'header', name: 'X Api' })] },
      ['conditions.0.name: This is not a valid header name'],
    ],
    [{ conditions: [condition({ field: 'cookie', name: 'sid', operator: 'exists', values: [] })] }, []],
  ])('%j', (over, expected) => expect(faults(rule(over))).toEqual(expected));

  it('takes the templates once their open values are there', () => {
    for (const { rule: template } of TEMPLATES) {
      const conditions = template.conditions.map((one) =>
        one.values.length === 0 ? { ...one, values: ['203.0.113.0/24'] } : one,
      );
      expect(faults(rule({ ...template, conditions }))).toEqual([]);
    }
  });
});

describe('the form', () => {
  it('keeps of a condition what makes sense for another field', () => {
    const before = condition({ operator: 'contains', values: ['x'], negate: true });
    expect(onField(before, 'user_agent')).toMatchObject({
      operator: 'contains',
      values: ['x'],
      negate: true,
    });
    expect(onField(before, 'country')).toMatchObject({ operator: 'equals', values: [], negate: true });
    expect(
      onField(condition({ field: 'header', name: 'A', operator: 'exists', values: [] }), 'cookie'),
    ).toMatchObject({
      name: 'A',
      operator: 'exists',
    });
    expect(onField(condition({ field: 'header', name: 'A', operator: 'exists' }), 'path')).toMatchObject({
      name: '',
      operator: 'starts_with',
      values: [],
    });
  });

  it('sends nothing that the rule does not have', () => {
    const sent = settled(
      rule({
        name: ' A rule ',
        skip: ['rate_limiting'],
        conditions: [
          condition({ name: 'left over' }),
          condition({ field: 'cookie', name: ' sid ', operator: 'exists' }),
        ],
      }),
    );
    expect(sent).toMatchObject({
      name: 'A rule',
      skip: [],
      conditions: [{ name: '' }, { name: 'sid', values: [] }],
    });
  });

  it('makes copies that are off and have an id and a name of their own', () => {
    const first = rule({ name: 'x'.repeat(100) });
    const copy = copyOf(first);
    expect(copy).toMatchObject({ enabled: false, name: `${'x'.repeat(93)} (copy)` });
    expect(copy.id).not.toBe(first.id);
  });

  it("finds the server's errors of the rule that was sent", () => {
    const errors = [
      { path: 'policyConfig.custom_rules.2.conditions.0.values.1', message: 'no' },
      { path: 'policyConfig.custom_rules.1.name', message: 'other' },
      { path: 'version', message: 'old' },
    ];
    expect(entryErrors({ status: 400, errors }, 'custom_rules', 2)).toEqual([
      { path: 'conditions.0.values.1', message: 'no' },
    ]);
    expect(entryErrors({ status: 400 }, 'custom_rules', 2)).toEqual([]);
  });
});
