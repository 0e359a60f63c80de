import { conditionFields } from '../../../../entities/policy/policy-words.ts';
import { NAMED_KEY_PARTS } from '../../../../entities/policy/site-policy.ts';
import type { RateLimitRule } from '../../../../shared/api/types.ts';

const DEFAULTS = { burst: 20, block_seconds: 600, delay_ms: 1_000, statuses: [401, 403] };

const emptyLimit = (): RateLimitRule => ({
  id: crypto.randomUUID(),
  name: '',
  enabled: true,
  conditions: [],
  key: [{ part: 'address', name: '' }],
  counts: 'requests',
  statuses: [],
  algorithm: 'sliding_window',
  amount: 100,
  window_seconds: 60,
  burst: 0,
  action: 'refuse',
  block_seconds: 0,
  delay_ms: 0,
});

/** An empty limit, and common ones. */
export const LIMIT_TEMPLATES: readonly { title: string; text: string; rule: () => RateLimitRule }[] = [
  {
    title: 'Failed sign-ins',
    text: 'Five failed sign-ins in ten minutes block an address from the login for ten minutes.',
    rule: () => ({
      ...emptyLimit(),
      name: 'Failed sign-ins',
      conditions: [
        { field: 'path', name: '', operator: 'starts_with', negate: false, values: ['/login'] },
        { field: 'method', name: '', operator: 'equals', negate: false, values: ['POST'] },
      ],
      counts: 'failures',
      statuses: DEFAULTS.statuses,
      amount: 5,
      window_seconds: 600,
      action: 'block',
      block_seconds: DEFAULTS.block_seconds,
    }),
  },
  {
    title: 'API keys',
    text: 'A hundred requests per minute for each API key, with bursts of twenty.',
    rule: () => ({
      ...emptyLimit(),
      name: 'API keys',
      conditions: [{ field: 'path', name: '', operator: 'starts_with', negate: false, values: ['/api'] }],
      key: [{ part: 'api_key', name: '' }],
      algorithm: 'token_bucket',
      burst: DEFAULTS.burst,
    }),
  },
  {
    title: 'Scanners',
    text: 'Clients that request three hundred different paths in a minute are challenged.',
    rule: () => ({
      ...emptyLimit(),
      name: 'Many different paths',
      counts: 'distinct_paths',
      amount: 300,
      action: 'challenge',
    }),
  },
];

export { emptyLimit };

/** Adds the fields of a changed measure, algorithm or action, and removes those that no longer apply. */
export function withOwnParts(rule: RateLimitRule): RateLimitRule {
  const isBucket = rule.algorithm === 'token_bucket' && rule.counts !== 'distinct_paths';
  return {
    ...rule,
    statuses: rule.counts !== 'failures' ? [] : rule.statuses.length > 0 ? rule.statuses : DEFAULTS.statuses,
    algorithm: isBucket ? 'token_bucket' : 'sliding_window',
    burst: isBucket ? rule.burst || DEFAULTS.burst : 0,
    block_seconds: rule.action === 'block' ? rule.block_seconds || DEFAULTS.block_seconds : 0,
    delay_ms: rule.action === 'slow_down' ? rule.delay_ms || DEFAULTS.delay_ms : 0,
  };
}

/** Removes what the form keeps but the limit does not need: names of parts without one, values of existence tests. */
export const settledLimit = (rule: RateLimitRule): RateLimitRule => ({
  ...rule,
  name: rule.name.trim(),
  key: rule.key.map(({ part, name }) => ({ part, name: NAMED_KEY_PARTS.has(part) ? name.trim() : '' })),
  conditions: rule.conditions.map((one) => ({
    ...one,
    name: conditionFields[one.field].named ? one.name.trim() : '',
    values: one.operator === 'exists' ? [] : one.values,
  })),
});
