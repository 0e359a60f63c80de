import type { AlertRule } from './alerts-api.ts';
import { formToInput, ruleToForm } from './rule-form.ts';
import { ruleSentence } from './rule-sentence.ts';
import { RULE_TEMPLATES } from './rule-templates.ts';

const [attack, errors] = RULE_TEMPLATES;

it('sends a rule as it was, without the parts of the filter that ask for nothing', () => {
  const rule: AlertRule = {
    id: '0195a000-0000-7000-8000-000000000001',
    name: 'Server errors',
    severity: 'critical',
    domain: { id: 'd1', name: 'shop.example' },
    condition: errors!.condition,
    channel_ids: ['c1'],
    note: 'Call Ada',
    is_active: true,
    silenced_until: null,
    state: 'ok',
    state_since: '2026-11-25T10:00:00.000Z',
    last_value: null,
    last_limit: null,
    last_problem: null,
    evaluated_at: null,
  };
  expect(formToInput(ruleToForm(rule))).toEqual({
    name: 'Server errors',
    severity: 'critical',
    domain: 'd1',
    condition: errors!.condition,
    channel_ids: ['c1'],
    note: 'Call Ada',
    is_active: true,
  });
  expect(formToInput(ruleToForm(null))).toMatchObject({
    domain: null,
    condition: { filter: { status: 'blocked' } },
  });
});

it('says a rule in plain words', () => {
  expect(ruleSentence(attack!.condition)).toBe(
    'Number of requests (status: blocked) above 3 times the usual within 5 minutes',
  );
  expect(ruleSentence({ ...errors!.condition, hold_minutes: 5 })).toBe(
    'Share of all requests (HTTP status: 5xx) above 50 % within 5 minutes, for 5 minutes',
  );
});
