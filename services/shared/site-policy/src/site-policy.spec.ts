import { GATED_FEATURES, PLAN_SLUGS, SEED_ENTITLEMENTS } from '@palisade/entitlements';
import * as z from 'zod/mini';
import { GROUPS, type PolicyConfig } from './groups/index.ts';
import type { Field } from './model/field.ts';
import { KILL_SWITCHES } from './model/kill-switches.ts';
import { beyondPlan, defaultSitePolicy, effectivePolicy } from './site-policy.ts';
import { togglesOf } from './toggles.ts';

const { originConfig, policyConfig } = defaultSitePolicy({
  origin_host: 'a.example',
  origin_port: 443,
  origin_protocol: 'https',
});
const groups = Object.values(GROUPS);
const fields: [string, Field][] = groups.flatMap(({ fields }) => Object.entries<Field>(fields));
const faults = (schema: Field['schema'], value: unknown) =>
  (z.safeParse(schema, value).error?.issues ?? []).map(({ message }) => message);

const originAndPolicy = { ...originConfig, ...policyConfig };

/** What zod says of its own where nobody has chosen words, without a language loaded. */
const NO_WORDS = 'Invalid input';

/** Everything on, as under the largest plan. */
const everything: PolicyConfig = {
  ...policyConfig,
  enable_bot_protection: true,
  enable_rate_limiting: true,
  rate_limit_requests: 1_000,
  path_rate_limits: [{ path_prefix: '/login', requests: 5, window_seconds: 60 }],
  enable_ddos_protection: true,
  ddos_protection_level: 'high',
  enable_geo_blocking: true,
  blocked_countries: ['KP'],
  enable_caching: true,
  rule_set: 'crs-4',
  allowed_ips: ['192.0.2.1'],
  blocked_ips: ['198.51.100.0/24'],
};

describe('the fields of a policy', () => {
  it.each(fields)('%s: its default is valid', (name, { schema }) => {
    expect(faults(schema, { ...originConfig, ...policyConfig }[name])).toEqual([]);
  });

  it('stand in one group each', () => {
    const names = fields.map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(45);
  });

  const limited = fields.flatMap(([name, { schema, limits }]) =>
    limits ? [[name, schema, limits] as const] : [],
  );
  it.each(limited)('%s: both limits have one message', (_name, schema, { min, max }) => {
    expect([faults(schema, min), faults(schema, max)]).toEqual([[], []]);
    const [below, above, fraction] = [min - 1, max + 1, min + 0.5].map((value) => faults(schema, value)[0]);
    for (const message of [below, above, fraction]) expect(message).not.toContain(NO_WORDS);
    expect(new Set([below, above, fraction]).size).toBe(1);
  });

  const lists = fields.filter(([, { default: value }]) => Array.isArray(value));
  it.each(lists)('%s: is bounded, and says how', (_name, { schema }) => {
    const { maxItems: maximum } = z.toJSONSchema(schema);
    expect(maximum).toBeGreaterThan(0);
    const tooMany = faults(
      schema,
      Array.from({ length: maximum! + 1 }, () => 'x'),
    );
    expect(tooMany.some((message) => /\d/.test(message))).toBe(true);
  });

  it('name every choice that they have words for', () => {
    for (const [name, { words, schema }] of fields)
      for (const word of Object.keys(words ?? {})) expect([name, faults(schema, word)]).toEqual([name, []]);
  });
});

describe('kill switches', () => {
  it('belong to one group each', () => {
    const used = groups.flatMap(({ killSwitch }) => killSwitch ?? []);
    expect([...used].sort()).toEqual([...KILL_SWITCHES].sort());
  });
});

describe('switches that the edge reads as they are', () => {
  it('are all of the groups that no kill switch takes out', () => {
    const owners = groups.filter(({ killSwitch }) => killSwitch === null);
    const names = owners.flatMap(({ fields }) =>
      Object.entries<Field>(fields).flatMap(([name, field]) =>
        typeof field.default === 'boolean' ? name : [],
      ),
    );
    expect(Object.keys(togglesOf(originAndPolicy)).sort()).toEqual(names.sort());
    expect(togglesOf(originAndPolicy)).toMatchObject({ enable_http2: true, allowed_ips_skip_rules: false });
  });
});

describe('a plan', () => {
  it('gates every feature, and no other', () => {
    const gated = new Set(groups.flatMap((group) => group.gate?.feature ?? []));
    expect([...gated].sort()).toEqual([...GATED_FEATURES].sort());
  });

  it.each(GATED_FEATURES)('without %s refuses to switch it on, and lets what was on stay', (feature) => {
    const plan = { ...SEED_ENTITLEMENTS.enterprise, [feature]: false };
    expect(beyondPlan(policyConfig, everything, plan)).toHaveLength(1);
    expect(beyondPlan(everything, everything, plan)).toEqual([]);
    expect(beyondPlan(everything, policyConfig, plan)).toEqual([]);
    expect(effectivePolicy(everything, plan)).not.toEqual(everything);
  });

  it.each(PLAN_SLUGS)('%s takes away only, and the same again takes no more', (slug) => {
    const plan = SEED_ENTITLEMENTS[slug];
    const applied = effectivePolicy(everything, plan);
    expect(effectivePolicy(applied, plan)).toEqual(applied);
    expect(effectivePolicy(policyConfig, plan)).toMatchObject({
      ...policyConfig,
      rate_limit_requests: expect.any(Number),
    });
    for (const [name, value] of Object.entries(applied))
      if (typeof value === 'boolean' && value) expect(everything[name as 'enable_caching']).toBe(true);
  });

  it('leaves the values that were given as they are', () => {
    const before = structuredClone(everything);
    effectivePolicy(everything, SEED_ENTITLEMENTS.free);
    expect(everything).toEqual(before);
  });
});
