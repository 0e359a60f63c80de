import type { CustomRuleCondition } from '../groups/custom-rule-conditions.ts';
import type { ConditionGroups } from './parse-expression.ts';
import { quoted } from './tokens.ts';

/** The expression that says the same as the groups: read again, it gives them back. */
export const printExpression = (groups: ConditionGroups): string =>
  groups
    .map((group) => {
      const text = group.map(printCondition).join(' and ');
      return groups.length > 1 && group.length > 1 ? `(${text})` : text;
    })
    .join(groups.length > 1 ? '\nor ' : '');

function printCondition({ field, name, operator, negate, values }: CustomRuleCondition): string {
  const subject = name === '' ? field : `${field}[${quoted(name)}]`;
  const list = values.map(quoted).join(', ');
  const compared = operator === 'exists' ? '' : ` ${values.length === 1 ? list : `{${list}}`}`;
  return `${negate ? 'not ' : ''}${subject} ${operator}${compared}`;
}
