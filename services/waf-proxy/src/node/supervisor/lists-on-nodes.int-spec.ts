import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { edgeV1 } from '@palisade/contracts';
import {
  type ClientListHeader,
  ClientListsPublisher,
  EdgeConfigPublisher,
  generateEdgeKeys,
  parseAddressText,
  sampleSite,
} from '@palisade/edge-state';
import { eventually, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { rule } from '../../test-support/custom-rules.ts';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const { ConditionField: Field, ConditionOperator: Is } = edgeV1;
const OWNER = '01890000-0000-7000-8000-00000000000a';
const BLOCKED: ClientListHeader = {
  id: '01890000-0000-7000-8000-000000000001',
  version: 1,
  ownerId: OWNER,
  name: 'scanners',
  removed: false,
};
const ALLOWED = { ...BLOCKED, id: '01890000-0000-7000-8000-000000000002', name: 'office' };
const FOREIGN = {
  ...BLOCKED,
  id: '01890000-0000-7000-8000-000000000003',
  ownerId: '01890000-0000-7000-8000-00000000000b',
};
const RULED = { ...BLOCKED, id: '01890000-0000-7000-8000-000000000004', name: 'ruled' };
const set = (text: string) => parseAddressText(Buffer.from(text)).set.bytes;

const folder = mkdtempSync(path.join(tmpdir(), 'lists-'));
const keys = generateEdgeKeys();
let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;
let publisher: ClientListsPublisher;
let origin: RecordingOrigin;
let node: EdgeNode;

beforeAll(async () => {
  server = await startTestRedis();
  redis = new Redis(server.url);
  origin = await startRecordingOrigin();
  publisher = new ClientListsPublisher(redis, keys.signing);
  const site = sampleSite({
    ownerId: OWNER,
    origin: { host: '127.0.0.1', port: origin.port, useTls: false, timeoutMs: 5_000 },
  });
  site.policy!.blockedLists = [BLOCKED.id, FOREIGN.id];
  site.policy!.allowedLists = [ALLOWED.id];
  site.policy!.customRules = [rule({ conditions: [[Field.IP, Is.IN_LIST, [RULED.id]]] })];
  await new EdgeConfigPublisher(redis, keys.signing).publish(site);
  await publisher.publish(BLOCKED, set('192.0.2.0/24\n2001:db8::/32'));
  await publisher.publish(ALLOWED, set('192.0.2.7'));
  await publisher.publish(RULED, set('192.0.3.0/24'));
  await publisher.publish(FOREIGN, set('203.0.113.5'));
  node = await startNode();
});
afterAll(async () => {
  await node?.terminate();
  redis?.disconnect();
  await server?.dispose();
  await origin?.close();
  rmSync(folder, { recursive: true });
});

async function startNode(redisUrl = server.url): Promise<EdgeNode> {
  const started = await startEdgeNode({ dataDir: folder, keys, redisUrl, workers: 2 });
  await started.ready();
  return started;
}

/** Often enough that both workers have answered. */
const REPEATS = 12;
async function answers(client: string): Promise<number[]> {
  const seen = new Set<number>();
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const { status } = await sendRaw(
      node.port,
      `GET / HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: ${client}\r\nConnection: close\r\n\r\n`,
      5_000,
    );
    seen.add(status);
  }
  return [...seen];
}
const becomes = (client: string, status: number) =>
  eventually(`${client} being answered with ${status}`, async () => {
    expect(await answers(client)).toEqual([status]);
  });
const metric = async (name: string): Promise<string | undefined> => {
  const text = await (await fetch(`http://127.0.0.1:${node.adminPort}/metrics`)).text();
  return text.split('\n').find((line) => line.startsWith(name) && !line.startsWith('#'));
};

describe('lists that sites refer to', () => {
  it('are in force on all workers, an allowed one before a blocked one, and nobody else’s', async () => {
    await becomes('192.0.2.1', 403);
    await becomes('2001:db8::77', 403);
    await becomes('192.0.2.7', 200);
    await becomes('198.51.100.1', 200);
    await becomes('203.0.113.5', 200);
  });

  it('are asked by custom rules', async () => {
    await becomes('192.0.3.1', 403);
    await publisher.publish({ ...RULED, version: 2 }, set('192.0.4.0/24'));
    await becomes('192.0.4.1', 403);
    await becomes('192.0.3.1', 200);
  });

  it('are replaced on all workers while requests go on', async () => {
    await publisher.publish({ ...BLOCKED, version: 2 }, set('198.51.100.0/24'));
    await becomes('198.51.100.1', 403);
    await becomes('192.0.2.1', 200);
    await publisher.publish({ ...ALLOWED, version: 2, removed: true }, set(''));
    await publisher.publish({ ...BLOCKED, version: 3 }, set('192.0.2.7'));
    await becomes('192.0.2.7', 403);
    await eventually('a list being reported as missing', async () => {
      expect(await metric('palisade_edge_lists_missing')).toMatch(/ 2$/);
    });
  });

  it('that are forged or older change nothing', async () => {
    const strangers = new ClientListsPublisher(redis, generateEdgeKeys().signing);
    await strangers.publish({ ...BLOCKED, version: 9 }, set('0.0.0.0/0'));
    await eventually('the forged list being refused', () => {
      expect(node.log()).toContain('client_list_bad_signature');
      return Promise.resolve();
    });
    await becomes('203.0.113.9', 200);
    await becomes('192.0.2.7', 403);
  });

  it('hold after a start without Redis, as the node’s disk has them', async () => {
    await node.terminate();
    node = await startNode('redis://127.0.0.1:1');
    expect(await answers('192.0.2.7')).toEqual([403]);
    expect(await answers('198.51.100.1')).toEqual([200]);
  });
});
