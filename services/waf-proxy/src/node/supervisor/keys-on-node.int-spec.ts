import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { edgeKeysFingerprint, generateEdgeKeys, NodeBoard } from '@palisade/edge-state';
import { eventually, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';

const SUCCESSORS_ENDED = 2;
const folder = mkdtempSync(path.join(tmpdir(), 'edge-keys-'));
const file = path.join(folder, 'keys.env');
const keys = generateEdgeKeys();
let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;
let node: EdgeNode;

const settingsWith = (sealKey: string): Record<string, string> => ({
  PALISADE_EDGE_CONFIG_KEYS: JSON.stringify({ [keys.signing.keyId]: keys.signing.publicKey }),
  PALISADE_EDGE_SEAL_KEY: sealKey,
  PALISADE_EVENT_SIGNING_KEY: keys.signing.privateKey,
});
function give(text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
const textOf = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');

beforeAll(async () => {
  server = await startTestRedis();
  redis = new Redis(server.url);
  const settings = settingsWith(keys.sealing.privateKey);
  give(textOf(settings));
  node = await startEdgeNode({
    dataDir: folder,
    keys,
    redisUrl: server.url,
    environment: { ...settings, PALISADE_KEYS_FILE: file },
  });
  await node.ready();
});

afterAll(async () => {
  await node.terminate();
  redis.disconnect();
  await server.dispose();
  rmSync(folder, { recursive: true });
});

const worker = async () => (await node.health()).workers[0]!.pid;

/** Child processes of the worker's parent. */
async function childrenOfSupervisor(): Promise<number[]> {
  const parent = parentOf(await worker());
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === parent)
    .map(Number);
}

function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // It has ended meanwhile.
    return null;
  }
}

async function behindSeconds(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${node.adminPort}/metrics`)).text();
  return Number(/^palisade_keys_behind_seconds{.*} (\S+)$/m.exec(text)?.[1]);
}

const keysOnBoard = async () => (await new NodeBoard(redis).read())[0]?.keys;

describe('new keys of an edge', () => {
  it('are not said to be in use before the workers came up with them, and are tried again', async () => {
    const next = settingsWith(generateEdgeKeys().sealing.privateKey);
    const old = await worker();
    const usual = await childrenOfSupervisor();
    const ended = new Set<number>();
    give(textOf(next));
    await eventually('successors that do not come up', async () => {
      for (const pid of await childrenOfSupervisor()) {
        if (usual.includes(pid) || ended.has(pid)) continue;
        process.kill(pid, 'SIGKILL');
        ended.add(pid);
      }
      expect(ended.size).toBe(SUCCESSORS_ENDED);
    });
    expect(await worker()).toBe(old);
    expect(await behindSeconds()).toBeGreaterThan(0);
    expect((await keysOnBoard())?.fingerprint).not.toBe(edgeKeysFingerprint(next));
    await eventually('them in use', async () => {
      expect(await keysOnBoard()).toEqual({ fingerprint: edgeKeysFingerprint(next), behindSeconds: 0 });
    });
    expect(await worker()).not.toBe(old);
    expect(await behindSeconds()).toBe(0);
  });

  it('that will not do leave those before, and say so until the file is mended', async () => {
    const whole = readFileSync(file, 'utf8');
    give(whole.slice(0, whole.length / 2));
    await eventually('it told', async () => expect(await behindSeconds()).toBeGreaterThan(0));
    await node.ready();
    give(whole);
    await eventually('it over', async () => expect(await behindSeconds()).toBe(0));
  });
});
