import { defaultSitePolicy, type PolicyConfig } from '@palisade/site-policy';
import { compileManagedRules, RequestJudge, readSample, recordedSample, siteOfPolicy } from './index.ts';

const ruleSet = compileManagedRules();
const judge = new RequestJudge();
const origin = { origin_host: 'origin.example', origin_port: 443, origin_protocol: 'https' as const };

async function explain(text: string, policy: Partial<PolicyConfig> = {}, client = {}) {
  const config = defaultSitePolicy(origin);
  Object.assign(config.policyConfig, policy);
  const site = siteOfPolicy({ config, hosts: ['shop.example'], ruleSet, nowMs: Date.now() });
  const recorded = recordedSample(readSample(text, 'shop.example'), client);
  const [explanation, judgement] = [await judge.explain(recorded, site), await judge.judge(recorded, site)];
  expect(explanation!.judgement).toEqual(judgement);
  return explanation!;
}

const ATTACK = '/list?q=%253Cscript%253Ealert(1)%253C/script%253E';

it('says which phase decided, and by which rule, value, steps and score', async () => {
  const { judgement, phases, matches } = await explain(ATTACK);
  expect(judgement).toMatchObject({ outcome: 'refused', reason: 'rule' });
  expect(phases.at(-1)).toEqual({ name: 'inspection', answer: 'decided' });
  expect(phases).toContainEqual({ name: 'rate-limits', answer: 'left_out' });
  const scored = matches.filter(({ score }) => score > 0);
  expect(scored.reduce((sum, { score }) => sum + score, 0)).toBe(judgement.inboundScore);
  const targets = scored.flatMap((match) => match.targets).filter(({ name }) => name === 'ARGS:q');
  expect(targets.length).toBeGreaterThan(0);
  for (const { value, steps, transformed } of targets) expect(steps.at(-1)?.value ?? value).toBe(transformed);
});

it('an ordinary request goes on through every phase', async () => {
  const { judgement, phases } = await explain('/list?page=2');
  expect(judgement).toMatchObject({ outcome: 'passes', unknown: null });
  expect(phases.map(({ answer }) => answer)).not.toContain('decided');
  expect(phases).toContainEqual({ name: 'inspection', answer: 'went_on' });
});

it('shows the rule of the owner that decided', async () => {
  const id = '0b7c6a52-7a54-4f0e-9d0e-0c5b8d1c2f10';
  const { judgement, matches, phases } = await explain('/admin/x', {
    custom_rules: [
      {
        id,
        name: 'Only the office',
        enabled: true,
        action: 'block',
        skip: [],
        conditions: [
          { field: 'path', name: '', operator: 'starts_with', negate: false, values: ['/admin/'] },
        ],
      },
    ],
  });
  expect(judgement).toMatchObject({ outcome: 'refused', reason: `custom:${id}` });
  expect(matches[0]).toMatchObject({ message: 'Only the office', ruleId: 0 });
  expect(phases.at(-1)!.name).toBe('custom-rules');
});

it('names the exclusion that kept a rule from looking, until it expires', async () => {
  const exclusion = (expires_at: string | null) => ({
    id: '5b7c6a52-7a54-4f0e-9d0e-0c5b8d1c2f10',
    by: 'tag' as const,
    value: 'family/xss',
    target: 'ARGS:q',
    path_prefix: '',
    note: '',
    expires_at,
  });
  const kept = await explain(ATTACK, { rule_exclusions: [exclusion(null)] });
  expect(kept.exclusions.map(({ name }) => name)).toContain(exclusion(null).id);
  const over = await explain(ATTACK, { rule_exclusions: [exclusion('2026-01-01T00:00:00Z')] });
  expect(over.exclusions).toEqual([]);
  expect(over.judgement.outcome).toBe('refused');
});

it('takes client and country as they are said', async () => {
  const policy = { enable_geo_blocking: true, blocked_countries: ['KP'] };
  expect((await explain('/', policy, { country: 'KP' })).judgement.reason).toBe('blocked_country');
  expect(
    (await explain('/', { blocked_ips: ['203.0.113.0/24'] }, { address: '203.0.113.9' })).judgement.reason,
  ).toBe('blocked_address');
});
