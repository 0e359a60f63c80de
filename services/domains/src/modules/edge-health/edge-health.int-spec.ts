import { EDGE_KEYS, NodeBoard, type NodeReport } from '@palisade/edge-state';
import { eventually } from '@palisade/testing';
import { type Harness, newUser, startHarness } from '../../test/harness.ts';

const NODES = '/admin/edge/nodes';
const BACKLOG = '/admin/edge/backlog';

const report: NodeReport = {
  version: '1.2.3',
  startedAtMs: Date.UTC(2026, 0, 2),
  workersListening: 2,
  workers: 2,
  sites: 4,
  configs: { comparedAtMs: 0, sequence: 3, sitesBehind: 1, refused: 1, lastRefusal: null },
  spool: { bytes: 2_048, segments: 1 },
  bans: 5,
  controlsVersion: 1,
  candidateRolledBack: false,
  cpuPercent: 12.5,
  memoryBytes: 90_000_000,
};

describe('the health of the edge and of the service behind it', () => {
  let h: Harness;
  const admin = newUser({ isAdmin: true });
  beforeAll(async () => {
    h = await startHarness();
  }, 120_000);
  afterAll(() => h?.stop());

  it('begins without nodes and with nothing to publish', async () => {
    expect(await h.call('GET', NODES, admin)).toMatchObject({
      status: 200,
      body: { nodes: [], publications: { waiting: 0, oldest_at: null, failing: 0 } },
    });
  });

  it('shows nodes as they report, how far they are behind, and which fell silent', async () => {
    const board = new NodeBoard(h.edgeRedis);
    await h.edgeRedis.set(EDGE_KEYS.configSequence, 10);
    await board.report('edge-1', report);
    const silent = JSON.stringify({ ...report, seenAtMs: Date.now() - 60_000 });
    await h.edgeRedis.hset(EDGE_KEYS.nodes, 'edge-2', silent);
    const { body } = await h.call('GET', NODES, admin);
    expect(body.nodes).toMatchObject([
      {
        node: 'edge-1',
        alive: true,
        version: '1.2.3',
        started_at: '2026-01-02T00:00:00.000Z',
        changes_behind: 7,
        sites_behind: 1,
        configs_compared_at: null,
        spool_bytes: 2_048,
        cpu_percent: 12.5,
      },
      { node: 'edge-2', alive: false },
    ]);
  });

  it('counts what waits: outbox, topics and queues', async () => {
    const body = await eventually('the queues being counted', async () => {
      const answer = await h.call('GET', BACKLOG, admin);
      expect(answer.status).toBe(200);
      if (answer.body.topics === null) throw new Error('the bus has not answered yet');
      return answer.body;
    });
    expect(body.outbox).toEqual({ waiting: expect.any(Number), oldest_at: null });
    const counts = {
      waiting: expect.any(Number),
      active: expect.any(Number),
      delayed: expect.any(Number),
      failed: 0,
    };
    expect(body.queues).toEqual([
      { name: 'domains-certificates', counts },
      { name: 'domains-dns', counts },
    ]);
  });

  it('is for administrators', async () => {
    for (const path of [NODES, BACKLOG]) {
      expect((await h.call('GET', path, newUser())).status).toBe(403);
      expect((await h.call('GET', path, null)).status).toBe(401);
    }
  });
});
