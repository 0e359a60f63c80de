import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  EDGE_KEYS,
  EdgeConfigPublisher,
  type EdgeControls,
  EdgeControlsPublisher,
  generateEdgeKeys,
  RollbackBoard,
  sampleSite,
} from '@palisade/edge-state';
import { eventually, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const ATTACK = `/?q=${encodeURIComponent("1' OR '1'='1' UNION SELECT password FROM users--")}`;
/** Stops what the managed rules let through. */
const CANDIDATE = `SecRuleEngine On
SecRule ARGS:q "@streq fence" "id:100,phase:1,deny,status:403"
`;

const keys = generateEdgeKeys();
let origin: RecordingOrigin;
let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;
let folder: string;
let nodes: EdgeNode[];

beforeEach(async () => {
  nodes = [];
  folder = mkdtempSync(path.join(tmpdir(), 'edge-controls-'));
  origin = await startRecordingOrigin();
  server = await startTestRedis({ durable: true });
  redis = new Redis(server.url);
  redis.on('error', () => undefined);
  const site = sampleSite({ origin: { host: '127.0.0.1', port: origin.port, timeoutMs: 5_000 } });
  await new EdgeConfigPublisher(redis, keys.signing).publish(site);
  mkdirSync(path.join(folder, 'candidate'));
  writeFileSync(path.join(folder, 'candidate', 'rules.conf'), CANDIDATE);
});

afterEach(async () => {
  for (const node of nodes) await node.terminate();
  redis.disconnect();
  await server.dispose();
  await origin.close();
  rmSync(folder, { recursive: true });
});

async function start(name = 'node-1'): Promise<EdgeNode> {
  const node = await restart(name);
  await node.ready();
  await eventually('the site being served', async () => {
    if ((await get(node, '/')).status !== 200) throw new Error('not yet');
  });
  return node;
}

/** Whether it becomes ready or not. */
async function restart(name: string): Promise<EdgeNode> {
  const dataDir = path.join(folder, name);
  mkdirSync(dataDir, { recursive: true });
  const node = await startEdgeNode({
    dataDir,
    keys,
    nodeId: name,
    redisUrl: server.url,
    managedRules: true,
    environment: { PALISADE_EDGE_CANDIDATE_RULES_DIR: path.join(folder, 'candidate') },
  });
  nodes.push(node);
  return node;
}

const get = (node: EdgeNode, target: string) =>
  sendRaw(node.port, `GET ${target} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`, 2_000);

const control = (controls: EdgeControls) => new EdgeControlsPublisher(redis, keys.signing).publish(controls);

const becomes = (node: EdgeNode, target: string, status: number) =>
  eventually(`${target} being answered with ${status}`, async () => {
    const answer = await get(node, target);
    if (answer.status !== status) throw new Error(`it is ${answer.status}`);
  });

describe("an operator's controls", () => {
  it('switch a phase off and on again on a running node, and outlast Redis and a restart', async () => {
    const node = await start();
    await becomes(node, ATTACK, 403);
    await control({ version: 1, switchedOff: ['rules'], candidatePercent: 0 });
    await becomes(node, ATTACK, 200);
    await node.terminate();
    await server.kill();
    const again = await start();
    await becomes(again, ATTACK, 200);
    await server.restart();
    await control({ version: 2, switchedOff: [], candidatePercent: 0 });
    await becomes(again, ATTACK, 403);
  });

  it('drain one node, which outlasts its restart, and take it back', async () => {
    const [first, second] = [await start('node-1'), await start('node-2')];
    const readiness = (node: EdgeNode, status: number) =>
      eventually(`readiness being ${status}`, async () => {
        const answer = await fetch(`http://127.0.0.1:${node.adminPort}/readyz`);
        if (answer.status !== status) throw new Error(`it is ${answer.status}`);
      });
    const keepsAlive = async (node: EdgeNode) => {
      const answer = await sendRaw(node.port, 'GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n', 1_000);
      return answer.headers.connection !== 'close';
    };
    const word = { switchedOff: [], candidatePercent: 0 };
    await control({ version: 1, ...word, draining: ['node-1', 'node-9'] });
    await readiness(first, 503);
    await readiness(second, 200);
    // Requests are still served, with the hint to reconnect elsewhere.
    expect((await get(first, '/')).status).toBe(200);
    await eventually('clients being sent elsewhere', async () => expect(await keepsAlive(first)).toBe(false));
    expect(await keepsAlive(second)).toBe(true);
    await first.terminate();
    await server.kill();
    const again = await restart('node-1');
    await readiness(again, 503);
    await becomes(again, '/', 200);
    await server.restart();
    await control({ version: 2, ...word });
    await readiness(again, 200);
    await eventually('clients staying', async () => expect(await keepsAlive(again)).toBe(true));
  });

  it('are refused when they are forged or old', async () => {
    const node = await start();
    await control({ version: 5, switchedOff: [], candidatePercent: 0 });
    const good = await redis.get(EDGE_KEYS.controls);
    await eventually('version 5', async () => {
      if (
        !(await (await fetch(`http://127.0.0.1:${node.adminPort}/health`)).text()).includes('"version":5')
      ) {
        throw new Error('not yet');
      }
    });
    const forged = JSON.parse(good!) as { payload: string };
    forged.payload = forged.payload.replace('"switchedOff":[]', '"switchedOff":["rules"]');
    await redis.set(EDGE_KEYS.controls, JSON.stringify(forged));
    await eventually('the refusal', async () => {
      if (!node.log().includes('edge_controls_bad_signature')) throw new Error('not yet');
    });
    await control({ version: 4, switchedOff: ['rules'], candidatePercent: 0 });
    await eventually('the refusal of the old one', async () => {
      if (!node.log().includes('version 4 came after 5')) throw new Error('not yet');
    });
    expect((await get(node, ATTACK)).status).toBe(403);
  });

  it('try a candidate rule set; one that blocks far more is taken back on all nodes until it is forgiven', async () => {
    const [first, second] = [await start('node-1'), await start('node-2')];
    for (let index = 0; index < 250; index++) expect((await get(first, '/?q=gate')).status).toBe(200);
    // Workers report once a second; what they have not reported yet is not compared with.
    await eventually('the requests being counted', async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${first.adminPort}/metrics`)).text();
      const [, inspected] = /^palisade_edge_rules_inspected_total\{.*\} (\d+)$/m.exec(metrics) ?? [];
      if (Number(inspected) < 250) throw new Error(`${inspected} of 250`);
    });
    await control({ version: 1, switchedOff: [], candidatePercent: 100 });
    await becomes(first, '/?q=fence', 403);
    await becomes(second, '/?q=fence', 403);
    const blocked = async () => {
      for (let index = 0; index < 20; index++) await get(first, '/?q=fence');
      const [rollback] = await new RollbackBoard(redis).read();
      if (rollback === undefined) throw new Error('not yet');
      return rollback;
    };
    const rollback = await eventually('the candidate being taken back', blocked, 150_000);
    expect(rollback).toMatchObject({ node: 'node-1', reason: expect.stringContaining('it blocked') });
    await becomes(first, '/?q=fence', 200);
    await becomes(second, '/?q=fence', 200);
    expect(first.log()).toContain('candidate rule set rolled back');
    await new RollbackBoard(redis).forgive();
    await becomes(second, '/?q=fence', 403);
  }, 240_000);
});
