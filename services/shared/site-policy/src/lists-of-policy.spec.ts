import type { CustomRule } from './groups/custom-rules.ts';
import { listsOfPolicy } from './lists-of-policy.ts';
import { ALLOWING_KINDS, LIST_KINDS } from './model/list-kinds.ts';
import { defaultSitePolicy } from './site-policy.ts';

it('names every list of a policy with its place', () => {
  const { policyConfig } = defaultSitePolicy({
    origin_host: 'a.example',
    origin_port: 80,
    origin_protocol: 'http',
  });
  const on = (operator: 'in_list' | 'equals', ...values: string[]): CustomRule['conditions'][number] => ({
    field: 'ip',
    name: '',
    operator,
    negate: false,
    values,
  });
  const rule: CustomRule = {
    id: 'r',
    name: 'r',
    enabled: true,
    action: 'block',
    skip: [],
    conditions: [on('equals', '192.0.2.1'), on('in_list', 'a', 'b')],
    alternatives: [[{ ...on('in_list', 'c'), field: 'user_agent' }]],
  };
  expect(
    listsOfPolicy({ ...policyConfig, allowed_lists: ['e'], challenged_lists: ['d'], custom_rules: [rule] }),
  ).toEqual([
    { id: 'e', path: 'allowed_lists.0', holds: ALLOWING_KINDS },
    { id: 'd', path: 'challenged_lists.0', holds: LIST_KINDS },
    { id: 'a', path: 'custom_rules.0.conditions.1.values.0', holds: ['addresses'] },
    { id: 'b', path: 'custom_rules.0.conditions.1.values.1', holds: ['addresses'] },
    { id: 'c', path: 'custom_rules.0.alternatives.0.0.values.0', holds: ['user_agents'] },
  ]);
});
