import { jest } from '@jest/globals';
import { SEED_ENTITLEMENTS } from '@palisade/entitlements';
import { managedRuleCatalogue } from '@palisade/managed-rules';
import { defaultSitePolicy, type PolicyConfig } from '@palisade/site-policy';
import { compileManagedRules, RequestJudge, recordedSample, siteOfPolicy } from '@palisade/waf-proxy/judge';
import { attackRequests } from './attack-requests.rules.ts';
import {
  type ExclusionParts,
  type PriceQuestion,
  PriceTrials,
  priceExclusions,
} from './price-exclusions.rules.ts';

const ruleSet = compileManagedRules();
const plan = { planSlug: 'enterprise', entitlements: SEED_ENTITLEMENTS.enterprise };
const HOST = 'shop.example';
const PATH = '/search';
const FIELDS = ['ARGS:q'];
const nowMs = Date.now();

function configWith(policy: Partial<PolicyConfig> = {}) {
  const config = defaultSitePolicy({
    origin_host: 'origin.example',
    origin_port: 80,
    origin_protocol: 'http',
  });
  Object.assign(config.policyConfig, policy);
  return config;
}

async function priced(scopes: readonly ExclusionParts[][], policy: Partial<PolicyConfig> = {}, path = PATH) {
  const answer = await priceExclusions(
    {
      kind: 'prices',
      host: HOST,
      path,
      fields: FIELDS,
      scopes,
      config: configWith(policy),
      plan,
      nowMs,
      limitMs: Number.POSITIVE_INFINITY,
    },
    ruleSet,
  );
  if (answer.kind !== 'priced') throw new Error(answer.why);
  return answer;
}

/** How many attacks pass a site with these exclusions: asked of the edge itself, attack by attack. */
async function passing(parts: readonly ExclusionParts[]): Promise<number> {
  const rule_exclusions = parts.map((one) => ({
    ...one,
    id: crypto.randomUUID(),
    note: '',
    expires_at: null,
  }));
  const site = siteOfPolicy({ config: configWith({ rule_exclusions }), hosts: [HOST], ruleSet, nowMs });
  const judge = new RequestJudge();
  let passed = 0;
  for (const { sample } of attackRequests(HOST, PATH, FIELDS)) {
    const { outcome } = await judge.judge(recordedSample(sample, {}, nowMs), site);
    if (outcome === 'passes') passed++;
  }
  return passed;
}

const sqlInTerm: ExclusionParts = {
  by: 'tag',
  value: 'family/sql-injection',
  target: 'ARGS:q',
  path_prefix: PATH,
};

it('a wider exclusion lets more through, and says of which kind', async () => {
  const { attacks, refused, prices } = await priced([
    [sqlInTerm],
    [{ ...sqlInTerm, target: '' }],
    [{ ...sqlInTerm, target: '', path_prefix: '' }],
  ]);
  expect(refused).toBeGreaterThan(attacks * 0.9);
  const [narrow, wider, widest] = prices.map((price) => price!.letsThrough) as [number, number, number];
  expect(narrow).toBeGreaterThan(0);
  expect(wider).toBeGreaterThan(narrow);
  expect(widest).toBeGreaterThan(wider);
  expect(prices[0]!.byClass[0]).toMatchObject({ attackClass: 'SQL injection' });
  expect(prices[0]!.examples.length).toBeGreaterThan(0);
});

it('says what the edge does afterwards, for any rule or family, field and path', async () => {
  const { rules, families } = managedRuleCatalogue();
  const targets = ['ARGS:q', 'ARGS', 'REQUEST_HEADERS', 'REQUEST_COOKIES', ''];
  const paths = [PATH, '/sea', '/other', ''];
  // A step through all that there is; its length has no divisor in common with any of the lists.
  const scopes = Array.from({ length: 8 }, (_, nth): ExclusionParts[] => {
    const at = nth * 101;
    const subject =
      nth % 3 === 0
        ? { by: 'tag' as const, value: families[at % families.length]!.tag }
        : { by: 'rule_id' as const, value: String(rules[at % rules.length]!.id) };
    return [{ ...subject, target: targets[at % targets.length]!, path_prefix: paths[at % paths.length]! }];
  });
  const { prices } = await priced(scopes);
  const today = await passing([]);
  for (const [at, scope] of scopes.entries())
    expect({ scope, letsThrough: prices[at]!.letsThrough }).toEqual({
      scope,
      letsThrough: (await passing(scope)) - today,
    });
});

it.each<[string, Pick<ExclusionParts, 'by' | 'value'>]>([
  ['a range of ids', { by: 'rule_id', value: '1000-1099' }],
  ['two ids', { by: 'rule_id', value: '1001 1002,2001' }],
  ['the rule that compares scores', { by: 'rule_id', value: '9001' }],
  ['a tag that is no family', { by: 'tag', value: 'paranoia-level/1' }],
])('says what the edge does afterwards for %s', async (_what, subject) => {
  const scope = [{ ...subject, target: '', path_prefix: '' }];
  const { prices } = await priced([scope]);
  expect(prices[0]!.letsThrough).toBe((await passing(scope)) - (await passing([])));
});

it.each(['/a b', '/a?b=1', '/a#b', '/a\r\nb: c'])('the attacks come to %j, too', async (path) => {
  const scope = [{ ...sqlInTerm, path_prefix: '' }];
  const [odd, usual] = [await priced([scope], {}, path), await priced([scope])];
  expect(odd.refused).toBeGreaterThan(usual.refused * 0.98);
  expect(odd.prices[0]!.letsThrough).toBe(usual.prices[0]!.letsThrough);
});

it('counts against what the site refuses now, exclusions it has already included', async () => {
  const { prices } = await priced([[sqlInTerm]], {
    rule_exclusions: [
      { ...sqlInTerm, id: '5b7c6a52-7a54-4f0e-9d0e-0c5b8d1c2f10', note: '', expires_at: null },
    ],
  });
  expect(prices[0]!.letsThrough).toBe(0);
});

it('in log-only mode tells what would be', async () => {
  const { refused } = await priced([], { mode: 'DetectionOnly' });
  expect(refused).toBeGreaterThan(0);
});

describe('on a machine that is too busy for all attacks at once', () => {
  const question = (scopes: readonly ExclusionParts[][], limitMs: number): PriceQuestion => ({
    kind: 'prices',
    host: HOST,
    path: PATH,
    fields: FIELDS,
    scopes,
    config: configWith(),
    plan,
    nowMs,
    limitMs,
  });
  const scopes = [[sqlInTerm], [{ ...sqlInTerm, target: '' }]];

  it('goes on where it stopped, and comes to the same prices', async () => {
    const trials = new PriceTrials();
    const known = new Map<string, unknown>();
    let asked = 0;
    let missing = scopes;
    while (missing.length > 0) {
      const answer = await priceExclusions(question(missing, 40), ruleSet, trials);
      if (answer.kind !== 'priced') throw new Error(answer.why);
      asked++;
      for (const [at, price] of answer.prices.entries())
        if (price) known.set(JSON.stringify(missing[at]), price);
      missing = missing.filter((scope) => !known.has(JSON.stringify(scope)));
    }
    expect(asked).toBeGreaterThan(2);
    const { prices } = await priced(scopes);
    expect(scopes.map((scope) => known.get(JSON.stringify(scope)))).toEqual(prices);
  });

  it('ends where no attack fits into the time', async () => {
    const trials = new PriceTrials();
    const judged = jest.spyOn(RequestJudge.prototype, 'judge');
    for (const times of [1, 2, 3]) {
      expect(await priceExclusions(question(scopes, 0), ruleSet, trials)).toMatchObject({
        prices: [null, null],
      });
      expect(judged.mock.calls.length).toBeGreaterThanOrEqual(times);
      expect(judged.mock.calls.length).toBeLessThan(times * 10);
    }
    judged.mockRestore();
  });

  it('judges what is refused today once for all scopes that are looked at', async () => {
    const trials = new PriceTrials();
    const judged = jest.spyOn(RequestJudge.prototype, 'judge');
    const first = await priceExclusions(question([[sqlInTerm]], Number.POSITIVE_INFINITY), ruleSet, trials);
    const attacks = first.kind === 'priced' ? first.attacks : 0;
    judged.mockClear();
    await priceExclusions(question([[sqlInTerm]], Number.POSITIVE_INFINITY), ruleSet, trials);
    expect(judged.mock.calls.length).toBeLessThan(attacks / 2);
    // Another policy refuses others.
    judged.mockClear();
    const other = { ...question([[sqlInTerm]], Number.POSITIVE_INFINITY), path: '/elsewhere' };
    await priceExclusions(other, ruleSet, trials);
    expect(judged.mock.calls.length).toBeGreaterThanOrEqual(attacks);
    judged.mockRestore();
  });
});
