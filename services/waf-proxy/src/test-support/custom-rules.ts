import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';

const { ConditionField: Field, ConditionOperator: Is, CustomRuleAction: Action } = edgeV1;
const ID = '7d5b9f9e-52c1-4f5e-9d0f-8f1f1d2c3b4a';
/** What the record says of it. */
export const REASON = `custom:${ID}`;

/** Field, operator, values, and what else there is of it. */
export type Condition = Parameters<typeof condition>;

interface RuleParts {
  id?: string;
  action?: edgeV1.CustomRuleAction;
  skips?: edgeV1.SkippedCheck[];
  conditions?: Condition[];
}

const condition = (
  field: edgeV1.ConditionField,
  operator: edgeV1.ConditionOperator,
  values: string[],
  rest: { name?: string; negate?: boolean } = {},
) => create(edgeV1.CustomConditionSchema, { field, operator, values, ...rest });

/** By default, a rule that blocks the login. */
export const rule = ({ id = ID, action = Action.BLOCK, skips = [], conditions = [LOGIN] }: RuleParts = {}) =>
  create(edgeV1.CustomRuleSchema, {
    id,
    name: 'Block wp-login outside the office',
    action,
    skips,
    conditions: conditions.map((parts) => condition(...parts)),
  });

export const LOGIN: Condition = [Field.PATH, Is.CONTAINS, ['wp-login']];
export const OUTSIDE: Condition = [Field.IP, Is.EQUALS, ['198.51.100.0/24'], { negate: true }];
