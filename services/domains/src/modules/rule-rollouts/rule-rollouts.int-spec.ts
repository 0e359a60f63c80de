import { create } from '@bufbuild/protobuf';
import { jest } from '@jest/globals';
import { HOUR_MS } from '@palisade/basics';
import { edgeV1, requestLogV1 } from '@palisade/contracts';
import { EDGE_KEYS, NodeBoard, readTrustedKeys, verifySiteConfig } from '@palisade/edge-state';
import { nodeReport } from '@palisade/edge-state/test-support';
import { OutboxWriter } from '@palisade/messaging';
import { RepeatedJobRunner } from '@palisade/messaging/jobs';
import type { UserCaller } from '@palisade/nest-kit';
import { eventually } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { CNAME_TARGET, type Harness, newUser, startHarness } from '../../test/harness.ts';
import { ClockService } from '../clock/clock.service.ts';
import { RolloutFiguresEventsController } from '../rollouts/rollout-figures-events.controller.ts';
import { RuleRolloutsJob } from './rule-rollouts.job.ts';

const ADMIN = '/admin/edge/rule-rollouts';
const { SHADOW, PROMOTED } = edgeV1.RuleRolloutStage;

interface TestSite {
  id: string;
  user: UserCaller;
  path: string;
}
type Part = { id: string; stage: string; reason: string; decided_by: string | null };

describe('roll-outs of rule releases', () => {
  let h: Harness;
  const admin = newUser({ isAdmin: true });
  beforeAll(async () => {
    h = await startHarness();
    // The test says when.
    await h.app.get(RepeatedJobRunner).beforeApplicationShutdown();
  });
  afterAll(() => h?.stop());
  afterEach(() => jest.restoreAllMocks());

  const reports = (hash: string, node = 'edge-1') =>
    new NodeBoard(h.edgeRedis).report(
      node,
      nodeReport({ ruleReleases: [{ name: 'managed', hash, isCandidate: true }] }),
    );

  async function served(): Promise<TestSite> {
    const user = newUser();
    const { id, path } = await h.newDomain(user);
    const { body } = await h.call('GET', path, user);
    h.dns.records = [
      ...h.dns.records,
      { name: String(body.verification_subdomain), type: 'CNAME', value: CNAME_TARGET },
    ];
    expect((await h.call('POST', `${path}/verify`, user)).status).toBe(200);
    return { id, user, path };
  }
  const advance = () => h.app.get(RuleRolloutsJob).advance();
  const later = (hours: number) => {
    const now = Date.now() + hours * HOUR_MS;
    jest.spyOn(h.app.get(ClockService), 'now').mockImplementation(() => now);
    return now;
  };
  const partsOf = async ({ path, user }: TestSite) =>
    (await h.call('GET', `${path}/rule-rollouts`, user)).body as unknown as Part[];
  const partOf = async (site: TestSite) => (await partsOf(site))[0]!;
  const decide = (site: TestSite, part: Part, decision: string) =>
    h.call('POST', `${site.path}/rule-rollouts/${part.id}/decide`, site.user, { decision });
  const atEdge = async ({ id }: TestSite) => {
    const [row] = await h.app
      .get(DataSource)
      .query('SELECT published_version = version AS out FROM publications WHERE site_id = $1', [id]);
    if (row?.out !== true) throw new Error('not published yet');
    const bytes = await h.edgeRedis.hgetBuffer(EDGE_KEYS.configs, id);
    return verifySiteConfig(bytes!, readTrustedKeys({ c1: h.signing.publicKey })).ruleRollout;
  };
  const atEdgeIs = (site: TestSite, stage: edgeV1.RuleRolloutStage | undefined) =>
    eventually('the edge having it', async () => expect((await atEdge(site))?.stage).toBe(stage), 30_000);
  /** As the log service publishes it. */
  const seen = (site: TestSite, partId: string, nowMs: number, visitors: number, lost: number) =>
    h.app.get(RolloutFiguresEventsController).onRolloutFigures(
      create(requestLogV1.RolloutFiguresSchema, {
        rolloutId: partId,
        siteId: site.id,
        sharePercent: 0,
        candidate: {
          requests: BigInt(visitors * 10),
          blockedRequests: BigInt(lost),
          visitors: BigInt(visitors),
          blockedVisitors: BigInt(lost),
        },
        asOfMs: BigInt(nowMs),
        rules: lost === 0 ? [] : [{ ruleId: 4_711, requests: BigInt(lost) }],
      }),
    );
  const rollout = async () =>
    ((await h.call('GET', ADMIN, admin)).body as unknown as { rollouts: Record<string, unknown>[] })
      .rollouts[0]!;

  it('hold a release on the one site of a hundred where it misfires, promote it on 99, and block nobody', async () => {
    const sites: TestSite[] = [];
    for (let count = 0; count < 100; count++) sites.push(await served());
    await reports('c1');
    expect(await h.call('POST', ADMIN, admin, { release: 'managed' })).toMatchObject({
      status: 201,
      body: { candidate: 'c1', sites: { waiting: 100, shadow: 0, promoted: 0, held: 0 } },
    });
    await advance();
    expect(await rollout()).toMatchObject({ sites: { waiting: 0, shadow: 100 } });
    for (const site of sites) await atEdgeIs(site, SHADOW);

    const now = later(25);
    const addAll = jest.spyOn(h.app.get(OutboxWriter), 'addAll');
    const bad = sites[41]!;
    for (const site of sites) {
      const { id } = await partOf(site);
      // One visitor in two hundred, of whom the present rules block none.
      await seen(site, id, now, 1_600, site === bad ? 10 : 0);
    }
    expect(await rollout()).toMatchObject({
      sites: { waiting: 0, shadow: 0, promoted: 99, held: 1 },
      is_halted: false,
    });
    for (const site of sites) await atEdgeIs(site, site === bad ? undefined : PROMOTED);
    expect(await partOf(bad)).toMatchObject({
      stage: 'held',
      decided_by: 'watcher',
      reason:
        'The new rules would have blocked requests of 10 of 1,600 visitors (0.6%) that your site answered, most by rule 4711.',
    });
    const decided = addAll.mock.calls.flatMap(([, events]) => events);
    expect(decided).toMatchObject([
      {
        type: 'domains.rollout_decided.v1',
        payload: { domainId: bad.id, ownerId: bad.user.userId, outcome: 3 },
      },
    ]);
    const { id: rolloutId } = await rollout();
    expect(await h.call('GET', `${ADMIN}/${rolloutId}/sites?stage=held`, admin)).toMatchObject({
      status: 200,
      body: [{ domain_id: bad.id, stage: 'held', figures: { lost_visitors: 10 } }],
    });
  });

  it('are decided otherwise by the owner or the operator, and tried again', async () => {
    const site = await served();
    await advance();
    await atEdgeIs(site, SHADOW);
    const first = await partOf(site);
    expect(await decide(site, first, 'promote')).toMatchObject({
      status: 200,
      body: { stage: 'promoted', decided_by: 'owner' },
    });
    await atEdgeIs(site, PROMOTED);
    const { id: rolloutId } = await rollout();
    expect(
      await h.call('POST', `${ADMIN}/${rolloutId}/sites/${first.id}/decide`, admin, { decision: 'hold' }),
    ).toMatchObject({ status: 200, body: { stage: 'held', decided_by: 'operator', domain_id: site.id } });
    await atEdgeIs(site, undefined);
    expect(await decide(site, first, 'try_again')).toMatchObject({
      status: 200,
      body: { stage: 'shadow', decided_by: null, figures: null },
    });
    const again = await partOf(site);
    expect(again.id).not.toBe(first.id);
    expect((await atEdge(site))?.id).toBe(again.id);
    // Late figures of the first try are ignored.
    await seen(site, first.id, Date.now(), 400, 300);
    expect(await partOf(site)).toMatchObject({ stage: 'shadow', figures: null });
  });

  it('go by what there is on a site without visitors, when the time is over', async () => {
    const site = await served();
    await advance();
    later(24 * 15);
    await advance();
    expect(await partOf(site)).toMatchObject({ stage: 'promoted', decided_by: 'watcher' });
  });

  it('leave sites alone that run other rules, or change to them', async () => {
    const site = await served();
    await advance();
    await atEdgeIs(site, SHADOW);
    const put = await h.call('PUT', `${site.path}/waf-config`, site.user, {
      policyConfig: { enable_managed_rules: false },
    });
    expect(put.status).toBe(200);
    const without = await served();
    await h.call('PUT', `${without.path}/waf-config`, without.user, {
      policyConfig: { enable_managed_rules: false },
    });
    await advance();
    expect(await partsOf(without)).toEqual([]);
  });

  it('are one at a time, of what all nodes have, and end for all sites', async () => {
    const site = await served();
    await advance();
    await atEdgeIs(site, SHADOW);
    const start = (release: string) => h.call('POST', ADMIN, admin, { release });
    await reports('c1');
    expect(await start('managed')).toMatchObject({ status: 409, body: { code: 'rule_rollout_running' } });
    expect(await start('crs-4')).toMatchObject({ status: 409, body: { code: 'candidate_not_found' } });
    const { id } = await rollout();
    expect(await h.call('POST', `${ADMIN}/${id}/end`, admin)).toMatchObject({
      status: 200,
      body: { sites: { waiting: null } },
    });
    expect((await h.call('POST', `${ADMIN}/${id}/end`, admin)).body.code).toBe('rule_rollout_over');
    await advance();
    await atEdgeIs(site, undefined);
    expect((await decide(site, await partOf(site), 'promote')).body.code).toBe('rule_rollout_over');
    await reports('c1');
    await reports('c2', 'edge-2');
    expect(await start('managed')).toMatchObject({ status: 409, body: { code: 'candidates_differ' } });
  });

  it('of another account are not found', async () => {
    const site = await served();
    const stranger = newUser();
    expect((await h.call('GET', `${site.path}/rule-rollouts`, stranger)).status).toBe(404);
    const path = `${site.path}/rule-rollouts/0198c0de-0000-7000-8000-000000000001/decide`;
    for (const user of [stranger, site.user])
      expect((await h.call('POST', path, user, { decision: 'promote' })).status).toBe(404);
    expect((await h.call('GET', ADMIN, stranger)).status).toBe(403);
  });
});
