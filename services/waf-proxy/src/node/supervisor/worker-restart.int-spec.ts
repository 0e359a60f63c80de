import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { EdgeConfigPublisher, generateEdgeKeys, sampleSite } from '@palisade/edge-state';
import { startTestRedis, until } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { NO_FORKS } from '../../test-support/held-files.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { exchange, open, startSteadyLoad } from '../../test-support/steady-load.ts';

const HOST = 'shop.example';
const REQUEST = `GET / HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;
const HOOK = pathToFileURL(path.resolve(import.meta.dirname, '../../../dist/test-support/failing-forks.js'));

let origin: RecordingOrigin;
let server: Awaited<ReturnType<typeof startTestRedis>>;
let folder: string;
let node: EdgeNode;

beforeEach(async () => {
  origin = await startRecordingOrigin();
  folder = mkdtempSync(path.join(tmpdir(), 'edge-restart-'));
  server = await startTestRedis();
  const keys = generateEdgeKeys();
  node = await startEdgeNode({
    dataDir: folder,
    keys,
    redisUrl: server.url,
    workers: 2,
    environment: {
      PALISADE_EDGE_DRAIN_MS: '60000',
      NODE_OPTIONS: `--import ${HOOK}`,
      [NO_FORKS]: noForks(),
    },
  });
  await node.ready();
  const redis = new Redis(server.url);
  const site = sampleSite({
    origin: { host: '127.0.0.1', port: origin.port, useTls: false, timeoutMs: 5_000 },
  });
  await new EdgeConfigPublisher(redis, keys.signing).publish(site);
  redis.disconnect();
  await eventually(async () => (await node.health()).workers.every((worker) => worker.sites === 1));
});

afterEach(async () => {
  await node.terminate();
  await server.dispose();
  await origin.close();
  for (const file of [folder, noForks()]) rmSync(file, { recursive: true, force: true });
});

// Outside of the edge's own folder, which it reads.
const noForks = () => `${folder}.no-forks`;

const eventually = (condition: () => boolean | Promise<boolean>) => until(condition, () => node.log());

const pids = async () => (await node.health()).workers.map((worker) => worker.pid);

describe('replacing workers', () => {
  it('all of them on SIGHUP, one after another, without one failed request', async () => {
    const before = await pids();
    const load = startSteadyLoad(node.port, HOST, 16);
    await eventually(() => load.answered > 200);
    node.signal('SIGHUP');
    await eventually(() => node.log().includes('all workers have been replaced'));
    const answeredThen = load.answered;
    await eventually(() => load.answered > answeredThen + 200);
    await load.stop();
    expect(load.failures).toEqual([]);
    const after = await pids();
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    const { workers } = await node.health();
    expect(workers.map((worker) => worker.restarts)).toEqual([0, 0]);
  });

  it('leave nobody unanswered whose request comes late, on a new connection or one used before', async () => {
    const connect = () => Promise.all(Array.from({ length: 16 }, () => open(node.port)));
    const ask = (sockets: readonly Socket[]) =>
      Promise.all(sockets.map(async (socket) => ({ socket, ...(await exchange(socket, REQUEST)) })));
    const before = await pids();
    let unused = await connect();
    let used = await connect();
    node.signal('SIGHUP');
    // Until the first worker drains; the others follow.
    while ((await pids())[0] === before[0]) {
      for (const socket of unused) socket.destroy();
      unused = await connect();
      const answers = await ask(used);
      expect(answers.filter(({ complete }) => !complete)).toEqual([]);
      used = answers.filter(({ closes }) => !closes).map(({ socket }) => socket);
    }
    // As late as the client of a machine that is busy.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const late = await ask([...unused, ...used]);
    expect(late.filter(({ complete }) => !complete)).toEqual([]);
    expect(late.filter(({ closes }) => closes)).not.toEqual([]);
    for (const { socket } of late) socket.destroy();
    await eventually(() => node.log().includes('all workers have been replaced'));
  });

  it('one that is killed takes its own connections with it and no other, and none is refused meanwhile', async () => {
    const held = await Promise.all(Array.from({ length: 24 }, () => open(node.port)));
    for (const socket of held) expect((await exchange(socket, REQUEST)).complete).toBe(true);
    const [victim, survivor] = await pids();
    process.kill(victim!, 'SIGKILL');
    await eventually(() => held.some((socket) => socket.destroyed));
    // Connections whose place the dead worker had wait for its successor instead of being refused.
    const fresh = await Promise.all(
      Array.from({ length: 24 }, async () => {
        const socket = await open(node.port);
        const answer = await exchange(socket, REQUEST);
        socket.destroy();
        return answer.complete;
      }),
    );
    expect(fresh).toEqual(fresh.map(() => true));
    // The surviving worker's connections are unaffected.
    const left = held.filter((socket) => !socket.destroyed);
    expect(left.length).toBeGreaterThan(0);
    for (const socket of left) expect((await exchange(socket, REQUEST)).complete).toBe(true);
    await eventually(async () => (await node.health()).workers.every((worker) => worker.listening));
    const { workers } = await node.health();
    expect(workers.map((worker) => worker.restarts)).toEqual([1, 0]);
    expect(workers[1]!.pid).toBe(survivor);
    for (const socket of held) socket.destroy();
  });

  it('that the system has no process for is tried again until it has', async () => {
    const [victim, survivor] = await pids();
    writeFileSync(noForks(), '');
    // Nobody is there to take its connections, and a restart finds no successor.
    process.kill(victim!, 'SIGKILL');
    await eventually(() => (node.log().match(/"error":"spawn/g) ?? []).length >= 2);
    node.signal('SIGHUP');
    await eventually(() => node.log().includes('a restart has stopped'));
    expect((await pids())[1]).toBe(survivor);
    rmSync(noForks());
    await eventually(async () => (await node.health()).workers.every((worker) => worker.listening));
    // One has ended; those that were never there have not.
    expect((await node.health()).workers.map((worker) => worker.restarts)).toEqual([1, 0]);
    const fresh = await Promise.all(
      Array.from({ length: 24 }, async () => {
        const socket = await open(node.port);
        const { complete } = await exchange(socket, REQUEST);
        socket.destroy();
        return complete;
      }),
    );
    expect(fresh).toEqual(fresh.map(() => true));
    // The next restart is not held up by the one that has failed.
    node.signal('SIGHUP');
    await eventually(() => node.log().includes('all workers have been replaced'));
  });
});
