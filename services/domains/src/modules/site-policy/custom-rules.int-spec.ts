import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { NodeBoard, type NodeReport } from '@palisade/edge-state';
import { nodeReport } from '@palisade/edge-state/test-support';
import type { PlanSlug } from '@palisade/entitlements';
import type { CustomRule, RuleExclusion } from '@palisade/site-policy';
import { Client } from 'pg';
import { type Harness, newUser, startHarness } from '../../test/harness.ts';
import { ClockService } from '../clock/clock.service.ts';

const rule = (changes: Partial<CustomRule> = {}): CustomRule => ({
  id: randomUUID(),
  name: 'No way to the secret',
  enabled: true,
  action: 'block',
  skip: [],
  conditions: [{ field: 'path', name: '', operator: 'starts_with', negate: false, values: ['/secret'] }],
  ...changes,
});
const exclusion = (changes: Partial<RuleExclusion> = {}): RuleExclusion => ({
  id: randomUUID(),
  by: 'rule_id',
  value: '1002',
  target: 'ARGS:comment',
  path_prefix: '/blog',
  note: 'Our readers write about SQL',
  expires_at: null,
  ...changes,
});
const matching = (...values: string[]) =>
  rule({ conditions: [{ field: 'path', name: '', operator: 'matches', negate: false, values }] });
const many = (count: number) => Array.from({ length: count }, (_, index) => rule({ name: `Rule ${index}` }));

describe('custom rules and exclusions', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness();
  });
  afterAll(() => h?.stop());
  afterEach(() => jest.restoreAllMocks());

  const withDomain = async (plan: PlanSlug = 'free') => {
    const user = newUser();
    if (plan !== 'free') h.billing.setPlan(user.userId, plan);
    const { id, path } = await h.newDomain(user);
    const config = `${path}/waf-config`;
    return {
      id,
      user,
      config,
      get: async () => (await h.call('GET', config, user)).body.policyConfig as Record<string, unknown>,
      save: (policyConfig: object, version?: number) =>
        h.call('PUT', config, user, { policyConfig, ...(version !== undefined && { version }) }),
      versions: async () =>
        (await h.call('GET', `${config}/versions`, user)).body as unknown as {
          version: number;
          changes: { field: string; before: unknown; after: unknown }[];
        }[],
      rollBack: (version: number) => h.call('POST', `${config}/versions/${version}/rollback`, user),
    };
  };

  it('are saved, shown, and their changes told one by one', async () => {
    const site = await withDomain();
    const [one, two, excluded] = [rule(), matching('^/wp-(?:login|admin)'), exclusion()];
    expect(await site.save({ custom_rules: [one, two], rule_exclusions: [excluded] })).toMatchObject({
      status: 200,
      body: { version: 2, policyConfig: { custom_rules: [one, two], rule_exclusions: [excluded] } },
    });
    const renamed = { ...one, name: 'Nobody there' };
    expect((await site.save({ custom_rules: [renamed, two] })).body).toMatchObject({
      version: 3,
      policyConfig: { rule_exclusions: [excluded] },
    });
    const [newest, first] = await site.versions();
    expect(newest!.changes).toEqual([
      { field: `policyConfig.custom_rules.${one.id}`, before: one, after: renamed },
    ]);
    expect(first!.changes.map(({ field, before }) => [field, before])).toEqual([
      [`policyConfig.custom_rules.${one.id}`, null],
      [`policyConfig.custom_rules.${two.id}`, null],
      [`policyConfig.rule_exclusions.${excluded.id}`, null],
    ]);
  });

  it('show pages without scripts, and lead nobody in a circle', async () => {
    const site = await withDomain();
    const html = '<p onclick="a()">Closed</p><script>alert(1)</script>';
    const shown = rule({ action: 'page', page: { status: 403, language: 'en', html } });
    expect((await site.save({ custom_rules: [shown] })).body).toMatchObject({
      policyConfig: { custom_rules: [{ page: { status: 403, language: 'en', html: '<p>Closed</p>' } }] },
    });
    const leading = (name: string, from: string, to: string): CustomRule =>
      rule({
        name,
        action: 'redirect',
        redirect: { to, status: 302, keep_query: false },
        conditions: [{ field: 'path', name: '', operator: 'equals', negate: false, values: [from] }],
      });
    expect(
      await site.save({ custom_rules: [leading('One', '/a', '/b'), leading('Two', '/b', '/a')] }),
    ).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            path: 'policyConfig.custom_rules.0.redirect.to',
            message: 'These rules send visitors in a circle: “One” → “Two” → “One”',
          },
        ],
      },
    });
  });

  it('are a new version when only their order changes, and none when nothing does', async () => {
    const site = await withDomain();
    const [one, two] = [rule({ name: 'One' }), rule({ name: 'Two' })];
    await site.save({ custom_rules: [one, two], path_rate_limits: [] });
    expect((await site.save({ custom_rules: [two, one] })).body).toMatchObject({
      version: 3,
      policyConfig: { custom_rules: [two, one] },
    });
    expect((await site.versions())[0]!.changes).toEqual([
      { field: 'policyConfig.custom_rules', before: ['One', 'Two'], after: ['Two', 'One'] },
    ]);
    expect((await site.save({ custom_rules: [two, one] })).body).toMatchObject({ version: 3 });
    expect((await site.save(await site.get())).body).toMatchObject({ version: 3 });
  });

  it('come back with the version that had them, and go with one from before them', async () => {
    const site = await withDomain();
    const [first, ending] = [
      rule(),
      exclusion({ expires_at: new Date(Date.now() + 3_600_000).toISOString() }),
    ];
    await site.save({ custom_rules: [first], rule_exclusions: [ending] });
    await site.save({ custom_rules: [], rule_exclusions: [] });
    jest.spyOn(h.app.get(ClockService), 'now').mockImplementation(() => Date.now() + 7_200_000);
    expect(await site.rollBack(2)).toMatchObject({
      status: 200,
      body: { version: 4, policyConfig: { custom_rules: [first], rule_exclusions: [ending] } },
    });
    expect((await site.rollBack(1)).body).toMatchObject({
      policyConfig: { custom_rules: [], rule_exclusions: [] },
    });
  });

  it('are guarded against a change that somebody else has made meanwhile', async () => {
    const site = await withDomain();
    await site.save({ custom_rules: [rule()] });
    expect(await site.save({ custom_rules: [] }, 1)).toMatchObject({
      status: 409,
      body: { code: 'configuration_changed' },
    });
    expect((await site.get()).custom_rules).toHaveLength(1);
  });

  it('are their owner’s alone', async () => {
    const site = await withDomain();
    await site.save({ custom_rules: [rule()] });
    for (const [method, path, body] of [
      ['GET', site.config, undefined],
      ['PUT', site.config, { policyConfig: { custom_rules: [] } }],
      ['GET', `${site.config}/versions`, undefined],
    ] as const) {
      expect(await h.call(method, path, newUser(), body)).toMatchObject({ status: 404 });
      expect((await h.call(method, path, null, body)).status).toBe(401);
    }
    expect((await site.get()).custom_rules).toHaveLength(1);
  });

  it.each([
    ['policyConfig.custom_rules.2.conditions.0.values.1', 'at character 2', { custom_rules: [rule(), rule(), matching('fine', '(')] }],
    ['policyConfig.custom_rules.0.conditions.0.values.0', 'cannot be used', { custom_rules: [matching('(a+)\\1')] }],
    ['policyConfig.custom_rules', 'at most 100 regular expressions', { custom_rules: Array(3).fill(matching(...Array(40).fill('a'))).map((one) => ({ ...one, id: randomUUID() })) }],
    ['policyConfig.custom_rules', 'at most 200,000 characters', { custom_rules: Array.from({ length: 5 }, () => rule({ conditions: [{ field: 'path', name: '', operator: 'equals', negate: false, values: Array(200).fill('x'.repeat(500)) }] })) }],
    ['policyConfig.custom_rules.0.alternatives.0.0.values.0', 'Not a regular expression', { custom_rules: [rule({ alternatives: [matching('(').conditions] })] }],
    ['policyConfig.custom_rules.0.skip', 'choose what the rule skips', { custom_rules: [rule({ action: 'skip' })] }],
    ['policyConfig.rule_exclusions.0.target', 'no such variable: NOWHERE', { rule_exclusions: [exclusion({ target: 'NOWHERE:x' })] }],
    ['policyConfig.rule_exclusions.1.target', 'parenthesis', { rule_exclusions: [exclusion(), exclusion({ target: 'ARGS:/(/' })] }],
    ['policyConfig.rule_exclusions.0.value', 'no managed rule 424242', { rule_exclusions: [exclusion({ value: '424242' })] }],
    ['policyConfig.rule_exclusions.0.value', 'no managed rule 9001', { rule_exclusions: [exclusion({ value: '9001' })] }],
    ['policyConfig.rule_exclusions.0.value', 'no family of managed rules', { rule_exclusions: [exclusion({ by: 'tag', value: 'family/none' })] }],
    ['policyConfig.rule_exclusions.0.expires_at', 'in the future', { rule_exclusions: [exclusion({ expires_at: '2020-01-01T00:00:00Z' })] }],
    ['policyConfig.rule_exclusions', 'At most 20 exclusions', { rule_exclusions: Array.from({ length: 21 }, () => exclusion({ target: 'ARGS:/^field_/' })) }],
  ] as const)('refuses %s: %s', async (path, message, policy) => {
    const site = await withDomain('enterprise');
    expect(await site.save(policy)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ path, message: expect.stringContaining(message) }] },
    });
    expect(await site.versions()).toHaveLength(1);
  }); // biome-ignore format: a table

  it('take no text that cannot be kept', async () => {
    const site = await withDomain();
    for (const text of ['\ud800', 'a\0']) {
      expect((await site.save({ custom_rules: [rule({ name: text })] })).status).toBe(422);
      expect((await site.save({ custom_rules: [matching(text)] })).status).toBe(422);
      expect((await site.save({ rule_exclusions: [exclusion({ note: text })] })).status).toBe(422);
    }
  });

  it('are as many as the plan includes, and more in the second after they were paid for', async () => {
    const site = await withDomain();
    expect((await site.save({ custom_rules: many(5) })).status).toBe(200);
    const six = many(6);
    expect(await site.save({ custom_rules: six })).toMatchObject({
      status: 402,
      body: {
        code: 'upgrade_required',
        errors: [{ path: 'policyConfig.custom_rules', message: expect.stringContaining('5 custom rules') }],
      },
    });
    expect(
      (await site.save({ custom_rules: [{ ...six[0]!, enabled: false }, ...six.slice(1)] })).status,
    ).toBe(200);
    h.billing.setPlan(site.user.userId, 'starter');
    expect((await site.save({ custom_rules: six })).status).toBe(200);
  });

  it('stay after a downgrade, and other things can be saved', async () => {
    const site = await withDomain('business');
    const rules = [rule({ action: 'challenge' }), ...many(7)];
    await site.save({ custom_rules: rules });
    await h.changePlan(site.user.userId, 'free');
    expect(await site.save({ ...(await site.get()), waf_sensitivity: 'low' })).toMatchObject({
      status: 200,
      body: { policyConfig: { custom_rules: rules, waf_sensitivity: 'low' } },
    });
    expect((await site.save({ custom_rules: rules.slice(1) })).status).toBe(200);
    expect(await site.save({ custom_rules: rules })).toMatchObject({
      status: 402,
      body: {
        errors: [
          { path: 'policyConfig.custom_rules.0.action', message: expect.stringContaining('Business') },
          { path: 'policyConfig.custom_rules' },
        ],
      },
    });
    expect((await site.save({ custom_rules: [] })).status).toBe(200);
    expect(await site.rollBack(2)).toMatchObject({ status: 402 });
  });

  it('are none in versions that were saved before there were any', async () => {
    const site = await withDomain();
    const database = new Client({ connectionString: h.postgres.adminUrl, options: '-c search_path=domains' });
    await database.connect();
    await database.query(
      `UPDATE waf_config_versions SET policy_config = policy_config - 'custom_rules' - 'rule_exclusions'
       WHERE domain_id = $1`,
      [site.id],
    );
    await database.end();
    expect(await site.get()).toMatchObject({ custom_rules: [], rule_exclusions: [] });
    expect((await site.save({ custom_rules: [], rule_exclusions: [] })).body).toMatchObject({ version: 1 });
    expect((await site.save({ custom_rules: [rule()] })).body).toMatchObject({ version: 2 });
    expect((await site.versions())[0]!.changes).toHaveLength(1);
    expect((await site.rollBack(1)).body).toMatchObject({ policyConfig: { custom_rules: [] } });
  });

  describe('rule sets of the operator', () => {
    const releasesOf = (...names: string[]) =>
      names.map((name) => ({ name, hash: name, isCandidate: name.endsWith('-next') }));
    const report = (ruleReleases: NodeReport['ruleReleases'], helpers: NodeReport['helpers'] = null) =>
      nodeReport({ ruleReleases, helpers });

    it('are those that the edges report, and a site may choose no other', async () => {
      const board = new NodeBoard(h.edgeRedis);
      await board.report('edge-1', report(releasesOf('crs-4', 'crs-3.3', 'own-next')));
      await board.report('edge-2', report(releasesOf('crs-4')));
      const site = await withDomain('business');
      expect((await h.call('GET', '/managed-rules/releases', site.user)).body).toEqual({
        releases: [
          { name: 'crs-3.3', nodes: 1 },
          { name: 'crs-4', nodes: 2 },
        ],
        nodes: 2,
        lacking: { leaked_passwords: 2, upload_scanner: 0 },
      });
      const crs = { rule_set: 'crs-4', paranoia_level: 2, rule_exclusions: [exclusion({ value: '942100' })] };
      expect((await site.save(crs)).status).toBe(200);
      expect(await site.get()).toMatchObject({ rule_set: 'crs-4', paranoia_level: 2 });
      expect(await (await withDomain('starter')).save({ rule_set: 'crs-4' })).toMatchObject({
        status: 402,
        body: { code: 'upgrade_required' },
      });
      const refused = await site.save({ rule_set: 'crs-5' });
      expect(refused).toMatchObject({ status: 422 });
      expect(refused.body.detail).toContain('There is no rule set called "crs-5" on the edge');
      await board.leave('edge-1');
      await board.leave('edge-2');
      expect((await site.save({ waf_sensitivity: 'low' })).status).toBe(200);
    });

    it('are not all that a policy may ask for in vain: lists and scanners are counted where edges tell', async () => {
      const board = new NodeBoard(h.edgeRedis);
      await board.report('edge-1', report([], { leakedPasswords: true, uploadScanner: true }));
      await board.report('edge-2', report([], { leakedPasswords: false, uploadScanner: false }));
      await board.report('edge-3', report([]));
      expect((await h.call('GET', '/managed-rules/releases', newUser())).body).toEqual({
        releases: [],
        nodes: 3,
        lacking: { leaked_passwords: 2, upload_scanner: 1 },
      });
      await Promise.all(['edge-1', 'edge-2', 'edge-3'].map((node) => board.leave(node)));
    });

    it('have packs beside them, which say what they change', async () => {
      const { status, body } = await h.call('GET', '/managed-rules/packs', newUser());
      expect(status).toBe(200);
      expect(body.packs).toHaveLength(9);
      expect(body.packs).toContainEqual(expect.objectContaining({ name: 'wordpress', title: 'WordPress' }));
    });
  });

  describe('the managed rules', () => {
    it('are named for whoever is signed in', async () => {
      const { status, body } = await h.call('GET', '/managed-rules', newUser());
      expect({ status, own: body.own_rules }).toEqual({ status: 200, own: false });
      expect(body.families).toContainEqual({ tag: 'family/sql-injection', name: 'SQL injection' });
      expect(body.rules).toContainEqual({
        id: 1002,
        message: 'SQL injection: statement keywords in input',
        family: 'family/sql-injection',
        paranoia_level: 1,
        severity: 'CRITICAL',
        targets: expect.arrayContaining(['ARGS']),
      });
      expect((await h.call('GET', '/managed-rules', null)).status).toBe(401);
    });

    it('are not known where the operator runs others: then any can be named', async () => {
      const site = await withDomain();
      await h.restart({ PALISADE_EDGE_OWN_RULES: 'true' });
      expect((await h.call('GET', '/managed-rules', site.user)).body).toEqual({
        own_rules: true,
        families: [],
        rules: [],
      });
      const others = [exclusion({ value: '942100' }), exclusion({ by: 'tag', value: 'attack-sqli' })];
      expect((await site.save({ rule_exclusions: others })).status).toBe(200);
      expect((await site.save({ rule_exclusions: [exclusion({ target: 'NOWHERE' })] })).status).toBe(422);
      await h.restart();
      expect((await site.save({ waf_sensitivity: 'low', rule_exclusions: others })).status).toBe(200);
    });
  });
});
