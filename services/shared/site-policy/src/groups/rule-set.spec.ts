import { SEED_ENTITLEMENTS } from '@palisade/entitlements';
import * as z from 'zod/mini';
import { beyondPlan, defaultSitePolicy, effectivePolicy } from '../site-policy.ts';
import { applicationPacks, MAX_APPLICATION_PACKS } from './application-packs.ts';
import { ruleSet } from './rule-set.ts';

const { policyConfig } = defaultSitePolicy({
  origin_host: 'a.example',
  origin_port: 80,
  origin_protocol: 'http',
});
const messages = (schema: z.core.$ZodType, value: unknown) =>
  (z.safeParse(schema, value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);

describe('the rule set of a site', () => {
  it.each(['managed', 'crs-3.3.4', 'crs-4', 'x'])('may be called %s', (name) => {
    expect(messages(ruleSet.fields.rule_set.schema, name)).toEqual([]);
  });

  it.each(['', '../crs', 'CRS', 'crs/4', '.crs', 'crs-', 'a'.repeat(65)])('is not called %j', (name) => {
    expect(messages(ruleSet.fields.rule_set.schema, name)).toHaveLength(1);
  });

  it('other than the managed rules needs a plan, and stays stored after a downgrade without effect', () => {
    const crs = { ...policyConfig, rule_set: 'crs-4', paranoia_level: 2 };
    const { starter, business } = SEED_ENTITLEMENTS;
    expect(beyondPlan(policyConfig, crs, starter)).toEqual([
      {
        path: 'policyConfig.rule_set',
        message: 'Upgrade required: A choice of rule sets is available from the Business plan.',
      },
    ]);
    expect(beyondPlan(policyConfig, crs, business)).toEqual([]);
    expect(beyondPlan(crs, crs, starter)).toEqual([]);
    expect(effectivePolicy(crs, starter)).toMatchObject({ rule_set: 'managed' });
    expect(effectivePolicy(crs, business)).toMatchObject({ rule_set: 'crs-4', paranoia_level: 2 });
  });

  it('may have single rules adjusted, each once and by something', () => {
    const { schema } = ruleSet.fields.rule_adjustments;
    const rule = { rule_id: 942100, log_only: true, score: null };
    expect(messages(schema, [rule, { ...rule, rule_id: 1, log_only: false, score: 0 }])).toEqual([]);
    expect(messages(schema, [{ ...rule, log_only: false }])).toEqual([
      ['0.score', 'Please choose what changes: log only, or another score'],
    ]);
    expect(messages(schema, [rule, { ...rule, score: 3 }])).toEqual([
      ['', 'Two entries are about the same rule'],
    ]);
    expect(messages(schema, [{ ...rule, score: 101 }])[0]?.[1]).toContain('between 0 and 100');
  });
});

describe('application packs', () => {
  const { schema } = applicationPacks.fields.application_packs;

  it('are of known applications, at a path in one spelling', () => {
    expect(
      z.parse(schema, [
        { name: 'wordpress', path: '/' },
        { name: 'wordpress', path: '/blog//' },
      ]),
    ).toEqual([
      { name: 'wordpress', path: '/' },
      { name: 'wordpress', path: '/blog' },
    ]);
    expect(messages(schema, [{ name: 'frontpage', path: '/' }])).toHaveLength(1);
    expect(messages(schema, [{ name: 'wordpress', path: 'blog' }])).toHaveLength(1);
  });

  it('stand once at a path, and are bounded', () => {
    const same = { name: 'wordpress', path: '/blog' };
    expect(messages(schema, [same, { ...same, path: '/blog/' }])).toHaveLength(1);
    const many = Array.from({ length: MAX_APPLICATION_PACKS + 1 }, (_, i) => ({ ...same, path: `/${i}` }));
    expect(messages(schema, many)[0]?.[1]).toContain(String(MAX_APPLICATION_PACKS));
  });
});
