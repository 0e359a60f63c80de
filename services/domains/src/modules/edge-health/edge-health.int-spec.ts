import { randomUUID } from 'node:crypto';
import { EDGE_KEYS, NodeBoard } from '@palisade/edge-state';
import { nodeReport } from '@palisade/edge-state/test-support';
import { Metrics } from '@palisade/nest-kit';
import { eventually } from '@palisade/testing';
import { Client } from 'pg';
import { type Harness, newUser, startHarness } from '../../test/harness.ts';

const NODES = '/admin/edge/nodes';
const BACKLOG = '/admin/edge/backlog';

const report = nodeReport({
  version: '1.2.3',
  startedAtMs: Date.UTC(2026, 0, 2),
  workersListening: 2,
  workers: 2,
  sites: 4,
  configs: { comparedAtMs: 0, sequence: 3, sitesBehind: 1, refused: 1, lastRefusal: null },
  spool: { bytes: 2_048, segments: 1 },
  bans: 5,
  controlsVersion: 1,
  keys: { fingerprint: '0123456789abcdef', behindSeconds: 61.4 },
  cpuPercent: 12.5,
  memoryBytes: 90_000_000,
});

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

  it('has Prometheus know which nodes, on all machines, are silent or miss workers', async () => {
    await new NodeBoard(h.edgeRedis).report('far', { ...report, workersListening: 1 });
    const dead = JSON.stringify({ ...report, seenAtMs: Date.now() - 90_000 });
    await h.edgeRedis.hset(EDGE_KEYS.nodes, 'dead', dead);
    const text = await h.app.get(Metrics).registry.metrics();
    const measured = (name: string, node: string) =>
      Number(new RegExp(`^palisade_edge_node_${name}\\{node="${node}"\\} (\\S+)`, 'm').exec(text)?.[1]);
    expect([measured('workers_missing', 'far'), measured('workers_missing', 'dead')]).toEqual([1, 0]);
    expect(measured('silent_seconds', 'far')).toBeLessThan(60);
    expect(measured('silent_seconds', 'dead')).toBeGreaterThan(60);
    await h.edgeRedis.hdel(EDGE_KEYS.nodes, 'far', 'dead');
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
        keys_behind_seconds: 61,
      },
      { node: 'edge-2', alive: false },
    ]);
  });

  it('drains a node that reports, but never the last one that is ready, and takes it back', async () => {
    const board = new NodeBoard(h.edgeRedis);
    const drain = (node: string) => h.call('POST', `${NODES}/${node}/drain`, admin);
    const takeBack = (node: string) => h.call('POST', `${NODES}/${node}/take-back`, admin);
    const missing = async () => {
      const { payload } = JSON.parse((await h.edgeRedis.get(EDGE_KEYS.controls)) ?? '{}');
      return (JSON.parse(payload) as { draining: string[] }).draining;
    };
    await board.report('edge-1', report);
    // edge-2 is silent: nobody else would be ready.
    expect(await drain('edge-1')).toMatchObject({ status: 409, body: { code: 'last_edge_node' } });
    expect(await drain('edge-9')).toMatchObject({ status: 404, body: { code: 'edge_node_not_found' } });
    for (const odd of ['a%2Fb', 'x'.repeat(65), '%00']) expect((await drain(odd)).status).toBe(422);
    await board.report('edge-3', report);
    const answers = await Promise.all([drain('edge-1'), drain('edge-3')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const drained = (await missing())[0]!;
    const view = async () =>
      (await h.call('GET', NODES, admin)).body as {
        nodes: { node: string; drain: string; config_sequence: number }[];
        drained_elsewhere: string[];
        config_sequence: number;
      };
    const drainOf = async (node: string) => (await view()).nodes.find((each) => each.node === node)?.drain;
    expect(await drainOf(drained)).toBe('asked');
    await board.report(drained, { ...report, draining: true });
    expect(await drainOf(drained)).toBe('draining');
    expect(await view()).toMatchObject({ config_sequence: 10, drained_elsewhere: [] });
    await board.leave(drained);
    expect((await view()).drained_elsewhere).toEqual([drained]);
    await board.report(drained, { ...report, draining: true });
    expect((await drain(drained)).status).toBe(200);
    expect((await takeBack(drained)).status).toBe(200);
    expect(await drainOf(drained)).toBe('returning');
    expect(await missing()).toEqual([]);
    expect((await takeBack('never-drained')).status).toBe(200);
    const { rows } = await database.query(
      `SELECT count(*)::int AS acts FROM outbox WHERE event_type = 'auth.admin_act_recorded.v1'`,
    );
    expect(rows[0].acts).toBeLessThanOrEqual(2);
    for (const act of ['drain', 'take-back']) {
      expect((await h.call('POST', `${NODES}/edge-1/${act}`, newUser())).status).toBe(403);
      expect((await h.call('POST', `${NODES}/edge-1/${act}`, null)).status).toBe(401);
    }
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
      { name: 'domains-contests', counts },
      { name: 'domains-dns', counts },
      { name: 'domains-expiry', counts },
      { name: 'domains-origin-certificates', counts },
      { name: 'domains-revocation-lists', counts },
      { name: 'domains-rollouts', counts },
      { name: 'domains-rule-rollouts', counts },
    ]);
  });

  it('is for administrators', async () => {
    for (const path of [NODES, BACKLOG]) {
      expect((await h.call('GET', path, newUser())).status).toBe(403);
      expect((await h.call('GET', path, null)).status).toBe(401);
    }
  });
});
