import { randomUUID } from 'node:crypto';
import { EDGE_KEYS, NodeBoard, type NodeReport } from '@palisade/edge-state';
import { eventually } from '@palisade/testing';
import { Client } from 'pg';
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
  ruleReleases: [],
  cpuPercent: 12.5,
  memoryBytes: 90_000_000,
};

describe('the health of the edge and of the service behind it', () => {
  let h: Harness;
  let database: Client;
  const admin = newUser({ isAdmin: true });
  beforeAll(async () => {
    h = await startHarness();
    database = new Client({ connectionString: h.postgres.adminUrl, options: '-c search_path=domains' });
    await database.connect();
  });
  afterAll(async () => {
    await database?.end();
    await h?.stop();
  });

  it('begins without nodes and with nothing to publish', async () => {
    expect(await h.call('GET', NODES, admin)).toMatchObject({
      status: 200,
      body: {
        nodes: [],
        publications: { waiting: 0, oldest_at: null, failing: 0 },
        certificates: { failing: 0, expired: 0, domains: [] },
      },
    });
  });

  it('counts domains whose certificate cannot be had, or has run out while no other one is good', async () => {
    const add = async (name: string, ...states: [source: string, status: string, days: number | null][]) => {
      const id = randomUUID();
      await database.query(
        `INSERT INTO domains (id, owner_id, domain_name, hosts, verification_token, dns_verified, config_version)
         VALUES ($1, $1, $2::text, ARRAY[$2::text], 'token', true, 1)`,
        [id, name],
      );
      for (const [source, status, days] of states) {
        await database.query(
          `INSERT INTO certificates (domain_id, source, status, chain_pem, sealed_key, not_after, last_error_code)
           VALUES ($1, $2, $3::text, CASE WHEN $4::int IS NOT NULL THEN 'pem' END, CASE WHEN $4::int IS NOT NULL THEN '\\x00'::bytea END,
                   now() + make_interval(days => $4::int), CASE WHEN $3::text IN ('failed', 'renewing') THEN $5 END)`,
          [id, source, status, days, name.startsWith('elsewhere') ? 'not_pointing' : 'caa_forbids'],
        );
      }
    };
    await add('good.example', ['automatic', 'active', 60]);
    await add('elsewhere.example', ['automatic', 'failed', null]);
    await add('first.example', ['automatic', 'failed', null]);
    await add('renewing.example', ['automatic', 'renewing', 9]);
    await add('over.example', ['uploaded', 'active', -1]);
    await add('replaced.example', ['uploaded', 'active', -1], ['automatic', 'active', 80]);
    expect((await h.call('GET', NODES, admin)).body.certificates).toEqual({
      failing: 2,
      expired: 1,
      domains: ['over.example', 'first.example', 'renewing.example'],
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
      { name: 'domains-expiry', counts },
    ]);
  });

  it('is for administrators', async () => {
    for (const path of [NODES, BACKLOG]) {
      expect((await h.call('GET', path, newUser())).status).toBe(403);
      expect((await h.call('GET', path, null)).status).toBe(401);
    }
  });
});
