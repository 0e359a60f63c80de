import { SEED_ENTITLEMENTS } from '@palisade/entitlements';
import * as z from 'zod/mini';
import { beyondPlan, defaultSitePolicy, effectivePolicy } from '../site-policy.ts';
import { type RateLimitRule, rateLimitRuleSchema } from './rate-limit-rules.ts';

const { policyConfig } = defaultSitePolicy({
  origin_host: 'a.example',
  origin_port: 80,
  origin_protocol: 'http',
});
const rule = (changes: Partial<RateLimitRule> = {}): RateLimitRule => ({
  id: '3f0e1c1e-6a63-4b1d-9df4-2a8f6f9f0c11',
  name: 'Sign-in',
  enabled: true,
  conditions: [],
  key: [{ part: 'address', name: '' }],
  counts: 'requests',
  statuses: [],
  algorithm: 'sliding_window',
  amount: 10,
  window_seconds: 60,
  burst: 0,
  action: 'refuse',
  block_seconds: 0,
  delay_ms: 0,
  ...changes,
});
const faults = (changes: Partial<RateLimitRule>) =>
  (z.safeParse(rateLimitRuleSchema, rule(changes)).error?.issues ?? []).map(({ path }) => path.join('.'));

describe('a rate limit rule', () => {
  it.each<[string, Partial<RateLimitRule>]>([
    ['as it is', {}],
    ['failures', { counts: 'failures', statuses: [401] }],
    ['a bucket', { algorithm: 'token_bucket', burst: 20 }],
    ['a block of a month', { action: 'block', block_seconds: 2_592_000 }],
    ['a form field', { key: [{ part: 'form_field', name: 'email' }] }],
    ['a JSON path', { key: [{ part: 'json_path', name: 'user.name' }] }],
    ['a delay', { action: 'slow_down', delay_ms: 500 }],
  ])('is taken: %s', (_name, changes) => {
    expect(faults(changes)).toEqual([]);
  });

  it.each<[string, string, Partial<RateLimitRule>]>([
    ['no key', 'key', { key: [] }],
    ['a cookie without a name', 'key.0.name', { key: [{ part: 'cookie', name: '' }] }],
    ['a name of an address', 'key.0.name', { key: [{ part: 'address', name: 'x' }] }],
    ['no header’s name', 'key.0.name', { key: [{ part: 'header', name: 'a b' }] }],
    ['a form field without a name', 'key.0.name', { key: [{ part: 'form_field', name: '' }] }],
    ['no JSON path', 'key.0.name', { key: [{ part: 'json_path', name: 'a..b' }] }],
    ['failures without statuses', 'statuses', { counts: 'failures' }],
    ['statuses of requests', 'statuses', { statuses: [401] }],
    ['a bucket that holds nothing', 'burst', { algorithm: 'token_bucket' }],
    ['a burst of a window', 'burst', { burst: 5 }],
    ['a bucket of paths', 'algorithm', { counts: 'distinct_paths', algorithm: 'token_bucket', burst: 5 }],
    ['too many paths', 'amount', { counts: 'distinct_paths', amount: 1_001 }],
    ['a block for no time', 'block_seconds', { action: 'block' }],
    ['a time without a block', 'block_seconds', { block_seconds: 600 }],
    ['a delay that is too long', 'delay_ms', { action: 'slow_down', delay_ms: 10_001 }],
  ])('is refused at its field: %s', (_name, path, changes) => {
    expect(faults(changes)).toContain(path);
  });
});

describe('the plan', () => {
  const withRules = (...rate_limit_rules: RateLimitRule[]) => ({ ...policyConfig, rate_limit_rules });
  const idOf = (index: number) => `3f0e1c1e-6a63-4b1d-9df4-${String(index).padStart(12, '0')}`;
  const many = (count: number) => Array.from({ length: count }, (_, index) => rule({ id: idOf(index) }));
  const { free, starter, business, enterprise } = SEED_ENTITLEMENTS;
  const refusedAt = (...of: Parameters<typeof beyondPlan>) => beyondPlan(...of).map(({ path }) => path);

  it('has none without rate limiting, and challenges only with bot protection', () => {
    const wanted = withRules(rule(), rule({ id: idOf(1), action: 'challenge' }));
    expect(refusedAt(policyConfig, wanted, free)).toContain('policyConfig.rate_limit_rules');
    expect(refusedAt(policyConfig, wanted, starter)).toEqual(['policyConfig.rate_limit_rules.1.action']);
    expect(refusedAt(policyConfig, wanted, business)).toEqual([]);
    expect(effectivePolicy(wanted, free).rate_limit_rules).toEqual([]);
    expect(effectivePolicy(wanted, starter).rate_limit_rules).toEqual([rule()]);
  });

  it('has so many that are on', () => {
    const full = withRules(...many(25));
    const over = withRules(...many(26));
    expect(refusedAt(policyConfig, full, starter)).toEqual([]);
    expect(refusedAt(full, over, starter)).toEqual(['policyConfig.rate_limit_rules']);
    // Fewer of too many can always be saved.
    expect(refusedAt(over, full, starter)).toEqual([]);
    expect(effectivePolicy(over, starter).rate_limit_rules).toHaveLength(25);
    expect(refusedAt(policyConfig, over, enterprise)).toEqual([]);
  });
});
