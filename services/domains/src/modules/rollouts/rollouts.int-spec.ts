import { edgeV1 } from '@palisade/contracts';
import { EDGE_KEYS, readTrustedKeys, verifySiteConfig } from '@palisade/edge-state';
import { eventually } from '@palisade/testing';
import { CNAME_TARGET, type Harness, newUser, startHarness } from '../../test/harness.ts';

describe('roll-outs of policies', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness();
  });
  afterAll(() => h?.stop());

  async function site(plan: 'free' | 'enterprise' = 'enterprise') {
    const user = newUser();
    if (plan !== 'free') h.billing.setPlan(user.userId, plan);
    const { id, path } = await h.newDomain(user);
    const { body } = await h.call('GET', path, user);
    h.dns.records = [
      ...h.dns.records,
      { name: String(body.verification_subdomain), type: 'CNAME', value: CNAME_TARGET },
    ];
    const rollouts = `${path}/rollouts`;
    return {
      id,
      user,
      path,
      verify: () => h.call('POST', `${path}/verify`, user),
      save: (policyConfig: object) => h.call('PUT', `${path}/waf-config`, user, { policyConfig }),
      config: () => h.call('GET', `${path}/waf-config`, user),
      versions: async () =>
        (await h.call('GET', `${path}/waf-config/versions`, user)).body as unknown as Record<
          string,
          unknown
        >[],
      start: (body: object) => h.call('POST', rollouts, user, body),
      list: async () => (await h.call('GET', rollouts, user)).body as unknown as Record<string, unknown>[],
      promote: (rollout: unknown) => h.call('POST', `${rollouts}/${rollout}/promote`, user),
      takeBack: (rollout: unknown) => h.call('POST', `${rollouts}/${rollout}/take-back`, user),
      atEdge: (check: (config: edgeV1.SiteConfig) => void) =>
        eventually('the edge has the configuration', async () => {
          const bytes = await h.edgeRedis.hgetBuffer(EDGE_KEYS.configs, id);
          if (bytes === null) throw new Error('nothing published');
          check(verifySiteConfig(bytes, readTrustedKeys({ c1: h.signing.publicKey })));
        }),
    };
  }
  const served = async (plan?: 'free' | 'enterprise') => {
    const s = await site(plan);
    expect((await s.verify()).status).toBe(200);
    return s;
  };

  it('give edges both policies, and become a version for everybody', async () => {
    const s = await served();
    const started = await s.start({ policyConfig: { waf_sensitivity: 'high' }, version: 1 });
    expect(started).toMatchObject({
      status: 201,
      body: {
        state: 'running',
        base_version: 1,
        shares: [5, 25],
        share_percent: 5,
        reason: '',
        figures: null,
      },
    });
    expect((await s.config()).body).toMatchObject({
      version: 1,
      policyConfig: { waf_sensitivity: 'medium' },
    });
    await s.atEdge(({ policy, rollout }) => {
      expect([policy?.paranoiaLevel, rollout?.policy?.paranoiaLevel, rollout?.sharePercent]).toEqual([
        2, 3, 5,
      ]);
      expect(rollout?.id).toBe(started.body.id);
    });
    expect(await s.promote(started.body.id)).toMatchObject({
      status: 200,
      body: { state: 'promoted', decided_by: 'owner' },
    });
    await s.atEdge(({ policy, rollout }) => expect([policy?.paranoiaLevel, rollout]).toEqual([3, undefined]));
    expect((await s.versions())[0]).toMatchObject({
      version: 2,
      change_kind: 'rolled_out',
      changes: [{ field: 'policyConfig.waf_sensitivity', before: 'medium', after: 'high' }],
    });
    expect(await s.takeBack(started.body.id)).toMatchObject({ status: 409, body: { code: 'rollout_over' } });
  });

  it('that are taken back leave nothing but a line in the history', async () => {
    const s = await served();
    const { body } = await s.start({ policyConfig: { waf_sensitivity: 'high' }, shares: [10] });
    expect(await s.takeBack(body.id)).toMatchObject({ status: 200, body: { state: 'taken_back' } });
    await s.atEdge(({ policy, rollout, version }) =>
      expect([policy?.paranoiaLevel, rollout, version]).toEqual([2, undefined, 3n]),
    );
    expect(await s.versions()).toHaveLength(1);
    expect(await s.list()).toMatchObject([
      { id: body.id, state: 'taken_back', changes: [{ field: 'policyConfig.waf_sensitivity' }] },
    ]);
    expect((await s.start({ policyConfig: { waf_sensitivity: 'high' } })).status).toBe(201);
  });

  it('hold nobody up: what else is saved holds for all visitors, and stays after a promotion', async () => {
    const s = await served();
    const { body } = await s.start({ policyConfig: { waf_sensitivity: 'high' } });
    expect((await s.save({ blocked_ips: ['198.51.100.7'] })).status).toBe(200);
    await s.atEdge(({ policy, rollout }) =>
      expect([policy, rollout?.policy].map((one) => [one?.paranoiaLevel, one?.blockedIps])).toEqual([
        [2, ['198.51.100.7']],
        [3, ['198.51.100.7']],
      ]),
    );
    expect(await s.save({ waf_sensitivity: 'low', blocked_ips: [] })).toMatchObject({
      status: 409,
      body: { code: 'rollout_running', errors: [{ path: 'policyConfig.waf_sensitivity' }] },
    });
    await s.promote(body.id);
    expect((await s.config()).body).toMatchObject({
      version: 3,
      policyConfig: { waf_sensitivity: 'high', blocked_ips: ['198.51.100.7'] },
    });
  });

  it('take the policy of an older version to a share of the visitors first', async () => {
    const s = await served();
    await s.save({ waf_sensitivity: 'high', blocked_ips: ['198.51.100.7'] });
    await h.call('PUT', `${s.path}/waf-config`, s.user, { originConfig: { timeout_seconds: 17 } });
    expect((await s.config()).body).toMatchObject({ version: 3 });
    for (const [body, status, code] of [
      [{ restore_version: 9 }, 404, 'version_not_found'],
      [{ restore_version: 1, policyConfig: { waf_sensitivity: 'low' } }, 422, 'validation_failed'],
      [{ restore_version: 2 }, 422, 'nothing_changed'],
      [{}, 422, 'validation_failed'],
    ] as const)
      expect(await s.start(body)).toMatchObject({ status, body: { code } });
    const { status, body } = await s.start({ restore_version: 1 });
    expect([status, (body.changes as { field: string }[]).map(({ field }) => field).sort()]).toEqual([
      201,
      ['policyConfig.blocked_ips', 'policyConfig.waf_sensitivity'],
    ]);
    await s.atEdge(({ policy, rollout }) => {
      expect([policy?.paranoiaLevel, rollout?.policy?.paranoiaLevel]).toEqual([3, 2]);
    });
    expect(await s.promote(body.id)).toMatchObject({ status: 200 });
    expect((await s.versions())[0]).toMatchObject({ version: 4, change_kind: 'rolled_out' });
    expect((await s.config()).body).toMatchObject({
      originConfig: { timeout_seconds: 17 },
      policyConfig: { waf_sensitivity: 'medium', blocked_ips: [] },
    });
  });

  it('are refused where they cannot be, and change nothing then', async () => {
    const s = await site('free');
    const refused = async (body: object, status: number, code: string) =>
      expect(await s.start(body)).toMatchObject({ status, body: { code } });
    await refused({ policyConfig: { waf_sensitivity: 'high' } }, 409, 'domain_not_verified');
    await s.verify();
    await refused({ policyConfig: { waf_sensitivity: 'high' }, version: 7 }, 409, 'configuration_changed');
    await refused({ policyConfig: { waf_sensitivity: 'medium' } }, 422, 'nothing_changed');
    await refused({ policyConfig: { enable_caching: true } }, 402, 'upgrade_required');
    await refused({ policyConfig: {}, shares: [25, 5] }, 422, 'validation_failed');
    await refused({ policyConfig: { custom_rules: [{ id: 'x' }] } }, 422, 'validation_failed');
    expect((await s.start({ policyConfig: { waf_sensitivity: 'high' } })).status).toBe(201);
    await refused({ policyConfig: { waf_sensitivity: 'low' } }, 409, 'rollout_running');
    expect(await s.list()).toHaveLength(1);
  });

  it('of another account are not found, and not there', async () => {
    const s = await served();
    const { body } = await s.start({ policyConfig: { waf_sensitivity: 'high' } });
    const stranger = newUser();
    for (const [method, path] of [
      ['GET', ''],
      ['POST', `/${body.id}/promote`],
      ['POST', `/${body.id}/take-back`],
    ] as const)
      expect(await h.call(method, `${s.path}/rollouts${path}`, stranger)).toMatchObject({ status: 404 });
    expect(await s.list()).toMatchObject([{ state: 'running' }]);
    // Goes with its site.
    expect((await h.call('DELETE', s.path, s.user)).status).toBe(204);
  });
});
