import type { AlertCondition, AlertRule, AlertRuleInput } from './alerts-api.ts';
import { blankCondition } from './rule-templates.ts';

/** Form values: choices are strings. Names equal the API's, so that its errors find their fields. */
export interface RuleForm {
  name: string;
  severity: AlertRule['severity'];
  /** A domain's id; empty: all domains. */
  domain: string;
  channel_ids: string[];
  note: string;
  is_active: boolean;
  condition: Omit<AlertCondition, 'filter' | 'window_minutes'> & {
    filter: Record<string, string>;
    window_minutes: string;
  };
}

export const conditionToForm = ({
  filter,
  window_minutes,
  ...rest
}: AlertCondition): RuleForm['condition'] => ({
  ...rest,
  filter: { status: '', path: '', http_status: '', country: '', rule: '', ...filter },
  window_minutes: String(window_minutes),
});

export function ruleToForm(rule: AlertRule | null): RuleForm {
  if (rule === null)
    return {
      name: '',
      severity: 'warning',
      domain: '',
      channel_ids: [],
      note: '',
      is_active: true,
      condition: conditionToForm(blankCondition),
    };
  const { name, severity, domain, channel_ids, note, is_active, condition } = rule;
  return {
    name,
    severity,
    domain: domain?.id ?? '',
    channel_ids,
    note,
    is_active,
    condition: conditionToForm(condition),
  };
}

/** Omits empty filters. */
export function formToInput({ condition, domain, ...rest }: RuleForm): AlertRuleInput {
  const { filter, window_minutes, ...same } = condition;
  const asked = Object.entries(filter).filter(([, text]) => text !== undefined && text.trim() !== '');
  return {
    ...rest,
    domain: domain === '' ? null : domain,
    condition: {
      ...same,
      filter: Object.fromEntries(asked.map(([name, text]) => [name, text.trim()])),
      window_minutes: Number(window_minutes),
    },
  };
}
