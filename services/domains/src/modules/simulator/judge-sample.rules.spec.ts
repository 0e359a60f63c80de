import { SEED_ENTITLEMENTS } from '@palisade/entitlements';
import { defaultSitePolicy, type PolicyConfig } from '@palisade/site-policy';
import { compileManagedRules } from '@palisade/waf-proxy/judge';
import { judgeSample } from './judge-sample.rules.ts';
import { simulationSchema } from './simulation.schema.ts';

const ruleSet = compileManagedRules();
const plan = { planSlug: 'free', entitlements: SEED_ENTITLEMENTS.free };

function judge(request: string, policy: Partial<PolicyConfig> = {}, more = {}) {
  const config = defaultSitePolicy({
    origin_host: 'origin.example',
    origin_port: 80,
    origin_protocol: 'http',
  });
  Object.assign(config.policyConfig, policy);
  const client = { clientAddress: '192.0.2.1', country: undefined, lists: [] };
  return judgeSample(
    { kind: 'sample', request, host: 'shop.example', ...client, config, plan, nowMs: Date.now(), ...more },
    ruleSet,
  );
}

it('answers what the API says it answers', async () => {
  const answer = await judge("curl 'https://shop.example/?q=%3Cscript%3Ealert(1)%3C/script%3E'");
  if (answer.kind !== 'judged') throw new Error(answer.why);
  const simulation = simulationSchema.parse({ ...answer.verdict, judged: 'live', version: 1 });
  expect(simulation).toMatchObject({ outcome: 'refused', reason: 'rule', status: 403 });
  expect(simulation.matches.some(({ targets }) => targets.some(({ name }) => name === 'ARGS:q'))).toBe(true);
});

it('what the plan lacks does not apply', async () => {
  const geo = { enable_geo_blocking: true, blocked_countries: ['KP'] };
  const paid = { plan: { planSlug: 'business', entitlements: SEED_ENTITLEMENTS.business }, country: 'KP' };
  expect(await judge('/', geo, { country: 'KP' })).toMatchObject({ verdict: { outcome: 'passes' } });
  expect(await judge('/', geo, paid)).toMatchObject({
    verdict: { outcome: 'refused', reason: 'blocked_country' },
  });
});

it('asks the lists that the policy names', async () => {
  const [office, unread] = ['5b7c6a52-7a54-4f0e-9d0e-0c5b8d1c2f10', '5b7c6a52-7a54-4f0e-9d0e-0c5b8d1c2f11'];
  const policy = (...values: string[]): Partial<PolicyConfig> => ({
    custom_rules: [
      {
        id: '5b7c6a52-7a54-4f0e-9d0e-0c5b8d1c2f12',
        name: 'Office only',
        enabled: true,
        action: 'block',
        skip: [],
        conditions: [
          { field: 'ip', name: '', operator: 'in_list', negate: true, values },
          { field: 'path', name: '', operator: 'starts_with', negate: false, values: ['/admin'] },
        ],
      },
    ],
  });
  const paid = { plan: { planSlug: 'starter', entitlements: SEED_ENTITLEMENTS.starter } };
  const within = (match: { name: string; entry: string } | null) => ({
    ...paid,
    lists: [{ id: office, match }],
  });
  const verdict = (outcome: string | null, unknown: string | null) => ({ verdict: { outcome, unknown } });
  const known = within({ name: 'office', entry: '192.0.2.0/24' });
  expect(await judge('/admin', policy(office), known)).toMatchObject(verdict('passes', null));
  expect(await judge('/admin', policy(office), within(null))).toMatchObject(verdict('refused', null));
  expect(await judge('/admin', policy(office, unread), within(null))).toMatchObject(verdict(null, 'lists'));
  expect(await judge('/', policy(unread), within(null))).toMatchObject(verdict('passes', null));
  const blocked = { blocked_lists: [office] };
  expect(await judge('/', blocked, known)).toMatchObject({
    verdict: { outcome: 'refused', reason: 'blocked_list:office' },
  });
});

it('says why a text is no request, and what the edge would say of a policy', async () => {
  expect(await judge('hello')).toMatchObject({ kind: 'no_request' });
  const rule_exclusions = [
    {
      id: '5b7c6a52-7a54-4f0e-9d0e-0c5b8d1c2f10',
      by: 'rule_id' as const,
      value: '1002',
      target: 'NOWHERE:x',
      path_prefix: '',
      note: '',
      expires_at: null,
    },
  ];
  expect(await judge('/', { rule_exclusions })).toMatchObject({ kind: 'no_policy' });
});
