import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { type Harness, newUser, startHarness } from '../../test/harness.ts';
import { ClockService } from '../clock/clock.service.ts';
import { DRAFT_DAYS, MAX_DRAFTS } from './policy-draft.schema.ts';
import { PolicyDraftsRepository } from './policy-drafts.repository.ts';

describe('drafts of a policy', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness();
  });
  afterAll(() => h?.stop());

  async function site() {
    const user = newUser();
    h.billing.setPlan(user.userId, 'enterprise');
    const { id, path } = await h.newDomain(user);
    const drafts = `${path}/drafts`;
    return {
      id,
      user,
      drafts,
      save: (policyConfig: object) => h.call('PUT', `${path}/waf-config`, user, { policyConfig }),
      config: async () => (await h.call('GET', `${path}/waf-config`, user)).body,
      keep: (policyConfig: object, name = 'Sale', more: object = {}) =>
        h.call('POST', drafts, user, { name, note: 'For November.', policyConfig, ...more }),
      replace: (draft: unknown, body: object) => h.call('PUT', `${drafts}/${draft}`, user, body),
      list: async () => (await h.call('GET', drafts, user)).body as unknown as Record<string, unknown>[],
      apply: (draft: unknown, version: number, revision = 1) =>
        h.call('POST', `${drafts}/${draft}/apply`, user, { version, revision }),
      remove: (draft: unknown) => h.call('DELETE', `${drafts}/${draft}`, user),
    };
  }

  it('hold for nobody until they are applied, and are a version then', async () => {
    const s = await site();
    const { status, body } = await s.keep({ waf_sensitivity: 'high' });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        name: 'Sale',
        note: 'For November.',
        policyConfig: { waf_sensitivity: 'high' },
        changes: [{ field: 'policyConfig.waf_sensitivity', before: 'medium', after: 'high' }],
        base_version: 1,
        version: 1,
        overlaps: [],
      },
    });
    expect(await s.config()).toMatchObject({ version: 1, policyConfig: { waf_sensitivity: 'medium' } });
    expect(await s.apply(body.id, 1)).toMatchObject({
      status: 200,
      body: { version: 2, policyConfig: { waf_sensitivity: 'high' } },
    });
    expect(await s.list()).toEqual([]);
    expect((await s.apply(body.id, 2)).status).toBe(404);
  });

  it('leave what else is saved as it is, and name what they would take back', async () => {
    const s = await site();
    const { body } = await s.keep({ waf_sensitivity: 'high' });
    await s.save({ blocked_ips: ['198.51.100.7'] });
    expect(await s.list()).toMatchObject([{ base_version: 1, version: 2, overlaps: [] }]);
    await s.save({ waf_sensitivity: 'low' });
    expect(await s.list()).toMatchObject([
      {
        version: 3,
        overlaps: ['policyConfig.waf_sensitivity'],
        changes: [{ field: 'policyConfig.waf_sensitivity', before: 'low', after: 'high' }],
      },
    ]);
    expect(await s.apply(body.id, 2)).toMatchObject({ status: 409, body: { code: 'configuration_changed' } });
    expect(await s.list()).toHaveLength(1);
    expect(await s.apply(body.id, 3)).toMatchObject({
      status: 200,
      body: { version: 4, policyConfig: { waf_sensitivity: 'high', blocked_ips: ['198.51.100.7'] } },
    });
  });

  it('are applied as they were looked at, or not at all', async () => {
    const s = await site();
    const { body } = await s.keep({ waf_sensitivity: 'high' });
    const anew = await s.replace(body.id, { name: 'Sale', policyConfig: { waf_sensitivity: 'low' } });
    expect(anew.body).toMatchObject({ revision: 2 });
    expect(await s.apply(body.id, 1, 1)).toMatchObject({ status: 409, body: { code: 'draft_changed' } });
    expect(await s.config()).toMatchObject({ version: 1 });
    expect(await s.apply(body.id, 1, 2)).toMatchObject({ status: 200 });
    expect(await s.config()).toMatchObject({ version: 2, policyConfig: { waf_sensitivity: 'low' } });
  });

  it('keep of a whole configuration what it changes, and are refused on a version that is over', async () => {
    const s = await site();
    const { policyConfig } = (await s.config()) as { policyConfig: object };
    const { body } = await s.keep({ ...policyConfig, waf_sensitivity: 'high' });
    expect(body.policyConfig).toEqual({ waf_sensitivity: 'high' });
    await s.save({ waf_sensitivity: 'low', blocked_ips: ['198.51.100.7'] });
    expect(await s.keep({ waf_sensitivity: 'high' }, 'Late', { version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'configuration_changed' },
    });
    await h.app
      .get(DataSource)
      .query('DELETE FROM waf_config_versions WHERE domain_id = $1 AND version = 1', [s.id]);
    expect(await s.list()).toMatchObject([{ overlaps: ['policyConfig.waf_sensitivity'] }]);
    await s.apply(body.id, 2);
    expect(await s.config()).toMatchObject({
      policyConfig: { waf_sensitivity: 'high', blocked_ips: ['198.51.100.7'] },
    });
  });

  it('of another release name the field that is no longer so', async () => {
    const s = await site();
    const { body } = await s.keep({ waf_sensitivity: 'high' });
    await h.app
      .get(DataSource)
      .query(
        `UPDATE policy_drafts SET change = '{"policyConfig":{"waf_sensitivity":"highest"}}' WHERE id = $1`,
        [body.id],
      );
    expect(await s.apply(body.id, 1)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ path: 'policyConfig.waf_sensitivity' }] },
    });
    expect(await s.list()).toHaveLength(1);
  });

  it('are checked as a save is', async () => {
    const s = await site();
    expect(await s.keep({ blocked_ips: ['nowhere'] })).toMatchObject({ status: 422 });
    expect(await s.keep({ waf_sensitivity: 'medium' })).toMatchObject({
      status: 422,
      body: { code: 'nothing_changed' },
    });
    expect((await s.keep({ waf_sensitivity: 'high' }, ' ')).status).toBe(422);
  });

  it('are not written over what somebody else has written meanwhile', async () => {
    const s = await site();
    const { body } = await s.keep({ waf_sensitivity: 'high' });
    const write = (sensitivity: string, revision: number) =>
      s.replace(body.id, { name: 'Sale', policyConfig: { waf_sensitivity: sensitivity }, revision });
    expect(await write('low', 1)).toMatchObject({ status: 200, body: { revision: 2 } });
    expect(await write('high', 1)).toMatchObject({ status: 409, body: { code: 'draft_changed' } });
    expect(await s.list()).toMatchObject([{ revision: 2, policyConfig: { waf_sensitivity: 'low' } }]);
  });

  it('have names of their own, also where two are made at once', async () => {
    const s = await site();
    const both = await Promise.all([s.keep({ waf_sensitivity: 'high' }), s.keep({ waf_sensitivity: 'low' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const taken = { status: 409, body: { code: 'draft_name_taken', errors: [{ path: 'name' }] } };
    expect(both.find(({ status }) => status === 409)).toMatchObject(taken);
    const { body } = await s.keep({ waf_sensitivity: 'low' }, 'Other');
    const rename = (name: string) => s.replace(body.id, { name, policyConfig: { waf_sensitivity: 'low' } });
    expect(await rename('Sale')).toMatchObject(taken);
    expect((await rename('Other')).status).toBe(200);
    expect(await s.list()).toHaveLength(2);
  });

  it('that are deleted while they are written anew are not said to be kept', async () => {
    const s = await site();
    const { body } = await s.keep({ waf_sensitivity: 'high' });
    const repository = h.app.get(PolicyDraftsRepository);
    const update = repository.update.bind(repository);
    jest.spyOn(repository, 'update').mockImplementationOnce(async (manager, draft) => {
      expect((await s.remove(draft.id)).status).toBe(204);
      return update(manager, draft);
    });
    const answer = await s.replace(body.id, { name: 'Later', policyConfig: { waf_sensitivity: 'low' } });
    expect(answer).toMatchObject({ status: 404, body: { code: 'draft_not_found' } });
  });

  it('are written anew as a whole, on what is in force then', async () => {
    const s = await site();
    const { body } = await s.keep({ waf_sensitivity: 'high' });
    await s.save({ blocked_ips: ['198.51.100.7'] });
    const replaced = await s.replace(body.id, { name: 'Sales', policyConfig: { waf_sensitivity: 'low' } });
    expect(replaced).toMatchObject({
      status: 200,
      body: { id: body.id, name: 'Sales', note: '', base_version: 2, changes: [{ after: 'low' }] },
    });
    expect((await s.remove(body.id)).status).toBe(204);
    expect((await s.remove(body.id)).status).toBe(404);
    expect((await s.replace(body.id, { name: 'x', policyConfig: { waf_sensitivity: 'low' } })).status).toBe(
      404,
    );
  });

  it('are of their owner, and a bounded number of them, for a bounded time', async () => {
    const [mine, other] = [await site(), await site()];
    const { body } = await mine.keep({ waf_sensitivity: 'high' });
    for (const method of ['PUT', 'DELETE'] as const) {
      const answer = await h.call(method, `${mine.drafts}/${body.id}`, other.user, {
        name: 'x',
        policyConfig: { waf_sensitivity: 'low' },
      });
      expect(answer.status).toBe(404);
    }
    expect((await h.call('GET', mine.drafts, other.user)).status).toBe(404);
    for (let count = 1; count < MAX_DRAFTS; count++)
      expect((await mine.keep({ waf_sensitivity: 'low' }, `Draft ${count}`)).status).toBe(201);
    expect(await mine.keep({ waf_sensitivity: 'low' }, 'One more')).toMatchObject({
      status: 409,
      body: { code: 'draft_limit' },
    });
    const later = DRAFT_DAYS * 24 * 60 * 60 * 1_000 + 60_000;
    jest.spyOn(h.app.get(ClockService), 'now').mockImplementation(() => Date.now() + later);
    expect(await mine.list()).toEqual([]);
    expect((await mine.keep({ waf_sensitivity: 'low' })).status).toBe(201);
  });
});
