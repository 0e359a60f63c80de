import { jest } from '@jest/globals';
import { AuditLogger } from '@palisade/messaging/nest';
import { type Harness, newUser, startHarness } from '../../test/harness.ts';

describe('what owners change', () => {
  let h: Harness;
  const recorded = jest.spyOn(AuditLogger.prototype, 'record');
  beforeAll(async () => {
    h = await startHarness();
  });
  afterAll(async () => {
    recorded.mockRestore();
    await h?.stop();
  });

  it('is in the audit log, under their name, in words and without values', async () => {
    const { user, id, path } = await h.newDomain();
    const must = async (status: number, ...call: Parameters<Harness['call']>) =>
      expect((await h.call(...call)).status).toBe(status);
    await must(200, 'PUT', `${path}/waf-config`, user, {
      policyConfig: { waf_sensitivity: 'high', enable_managed_rules: false },
    });
    // Nothing changes, and nothing is recorded.
    await must(200, 'PUT', `${path}/waf-config`, user, { policyConfig: { waf_sensitivity: 'high' } });
    await must(200, 'POST', `${path}/waf-config/versions/1/rollback`, user);
    await must(200, 'PATCH', path, user, { is_active: false });
    await must(200, 'PATCH', path, user, { is_active: true });
    await must(404, 'DELETE', path, newUser());
    await must(204, 'DELETE', path, user);
    const acts = recorded.mock.calls.map(([, actor, action, target, details]) => ({
      actor,
      action,
      target,
      details,
    }));
    expect(acts.map(({ action, details }) => [action, details])).toEqual([
      ['domain.created', {}],
      ['policy.updated', { fields: 'enable managed rules, waf sensitivity' }],
      ['policy.rolled_back', { fields: 'enable managed rules, waf sensitivity', version: '1' }],
      ['domain.paused', {}],
      ['domain.resumed', {}],
      ['domain.deleted', {}],
    ]);
    for (const { actor, target } of acts) {
      expect(actor).toMatchObject({ userId: user.userId, clientAddress: user.clientAddress });
      expect(target).toBe(id);
    }
  });
});
