import {
  EDGE_KEYS,
  type EdgeControls,
  RollbackBoard,
  readTrustedKeys,
  verifyEdgeControls,
} from '@palisade/edge-state';
import { eventually } from '@palisade/testing';
import { type Harness, newUser, startHarness } from '../../test/harness.ts';

const PATH = '/admin/edge/controls';

describe('the controls of all edge nodes', () => {
  let h: Harness;
  const admin = newUser({ isAdmin: true });
  beforeAll(async () => {
    h = await startHarness();
  });
  afterAll(() => h?.stop());

  const published = (): Promise<EdgeControls> =>
    eventually('the edges being told', async () => {
      const text = await h.edgeRedis.get(EDGE_KEYS.controls);
      if (text === null) throw new Error('nothing yet');
      return verifyEdgeControls(text, readTrustedKeys({ c1: h.signing.publicKey }));
    });

  it('begin with nothing switched off, and are told at the start', async () => {
    expect((await h.call('GET', PATH, admin)).body).toMatchObject({
      version: 1,
      switched_off: [],
      candidate_percent: 0,
      rollbacks: [],
    });
    expect(await published()).toEqual({ version: 1, switchedOff: [], candidatePercent: 0, draining: [] });
  });

  it('are signed for the edges when an administrator changes them; the act is recorded', async () => {
    const update = { switched_off: ['cache', 'engine_quick_look'], candidate_percent: 10, version: 1 };
    expect(await h.call('PUT', PATH, admin, update)).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await published()).toEqual({
      version: 2,
      switchedOff: ['cache', 'engine_quick_look'],
      candidatePercent: 10,
      draining: [],
    });
    expect(await h.call('PUT', PATH, admin, update)).toMatchObject({
      status: 409,
      body: { code: 'configuration_changed' },
    });
  });

  it.each([
    { switched_off: ['everything'], candidate_percent: 0, version: 2 },
    { switched_off: ['cache', 'cache'], candidate_percent: 0, version: 2 },
    { switched_off: [], candidate_percent: 101, version: 2 },
    { switched_off: [], version: 2 },
  ])('refuse %j', async (body) => {
    expect((await h.call('PUT', PATH, admin, body)).status).toBe(422);
  });

  it('show which candidate was taken back, and forgive it', async () => {
    const atMs = Date.now();
    await new RollbackBoard(h.edgeRedis).record({
      release: 'abc',
      node: 'edge-1',
      reason: 'it blocked',
      atMs,
    });
    expect((await h.call('GET', PATH, admin)).body.rollbacks).toEqual([
      { release: 'abc', node: 'edge-1', reason: 'it blocked', at: new Date(atMs).toISOString() },
    ]);
    expect((await h.call('DELETE', `${PATH}/rollbacks`, admin)).body).toMatchObject({ rollbacks: [] });
  });

  it('are for administrators', async () => {
    for (const [method, path] of [
      ['GET', PATH],
      ['PUT', PATH],
      ['DELETE', `${PATH}/rollbacks`],
    ] as const) {
      expect((await h.call(method, path, newUser())).status).toBe(403);
      expect((await h.call(method, path, null)).status).toBe(401);
    }
  });
});
