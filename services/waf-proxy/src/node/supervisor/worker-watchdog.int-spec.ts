import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { EdgeConfigPublisher, generateEdgeKeys, sampleSite } from '@palisade/edge-state';
import { startTestRedis, until } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { HELD_REQUESTS, HELD_WORKERS } from '../../test-support/held-files.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { exchange, open } from '../../test-support/steady-load.ts';

const HOST = 'shop.example';
const REQUEST = `GET / HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;
const HOOK = pathToFileURL(
  path.resolve(import.meta.dirname, '../../../dist/test-support/hanging-requests.js'),
);

let origin: RecordingOrigin;
let server: Awaited<ReturnType<typeof startTestRedis>>;
let folder: string;
let node: EdgeNode;

beforeEach(async () => {
  origin = await startRecordingOrigin();
  folder = mkdtempSync(path.join(tmpdir(), 'edge-watchdog-'));
  server = await startTestRedis();
  const keys = generateEdgeKeys();
  const environment = {
    NODE_OPTIONS: `--import ${HOOK}`,
    [HELD_WORKERS]: heldWorkers(),
    [HELD_REQUESTS]: heldRequests(),
  };
  node = await startEdgeNode({ dataDir: folder, keys, redisUrl: server.url, workers: 2, environment });
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
  for (const file of [folder, heldWorkers(), heldRequests()]) rmSync(file, { recursive: true, force: true });
});

// Outside of the edge's own folder, which it reads.
const heldWorkers = () => `${folder}.held-workers`;
const heldRequests = () => `${folder}.held-requests`;

const eventually = (condition: () => boolean | Promise<boolean>) => until(condition, () => node.log());

const pids = async () => (await node.health()).workers.map((worker) => worker.pid);

const lines = (message: string) =>
  node
    .log()
    .split('\n')
    .filter((line) => line.includes(`"message":"${message}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const replaced = (count: number) => eventually(() => lines('a worker has been replaced').length === count);

/** Sends a request that holds whichever worker it reaches. */
function hang(socket: Socket, how: string): ReturnType<typeof exchange> {
  const body = `hang:${how}`;
  return exchange(
    socket,
    `POST /basket?token=secret HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}

/** Kept connections to both workers. */
async function connections(): Promise<Socket[]> {
  const held = await Promise.all(Array.from({ length: 24 }, () => open(node.port)));
  for (const socket of held) expect((await exchange(socket, REQUEST)).complete).toBe(true);
  return held;
}

/** New connections, as many as reach both workers, each with one request. */
async function freshAnswers(count = 24): Promise<string[]> {
  const answers = Array.from({ length: count }, async () => {
    const socket = await open(node.port);
    const { text, complete } = await exchange(socket, REQUEST);
    socket.destroy();
    return complete ? text.slice(0, 15) : 'no answer';
  });
  return Promise.all(answers);
}

const ALL_WELL = Array.from({ length: 24 }, () => 'HTTP/1.1 200 OK');

describe('a worker whose event loop stands', () => {
  it.each([
    ['computes', 'loop:60000', 'busy'],
    ['is inside a regular expression', 'regexp:0', 'busy'],
    ['waits for what is not an event', 'sleep:60000', 'asleep'],
  ])('because it %s is told with its stack and request, and replaced', async (_what, how, stallReason) => {
    const before = await pids();
    const hung = hang(await open(node.port), how);
    await eventually(() => lines('a worker does not go on').length === 1);
    const [found] = lines('a worker does not go on');
    expect(found).toMatchObject({
      stallReason,
      request: { method: 'POST', siteId: expect.any(String), path: '/basket' },
    });
    expect((found!.stack as string[]).join('\n')).toMatch(/^pushOrHang .*\n^hold /m);
    expect(node.log()).not.toContain('secret');
    // Its connections that nobody has accepted yet wait for the successor; the other worker goes on anyway.
    expect(await freshAnswers()).toEqual(ALL_WELL);
    await replaced(1);
    // Nobody does the request again: it would hold the next worker too.
    expect((await hung).complete).toBe(false);
    expect(origin.requests.filter(({ head }) => head.startsWith('POST'))).toEqual([]);
    const after = await pids();
    expect(after.filter((pid) => before.includes(pid))).toHaveLength(1);
    const metrics = await (await fetch(`http://127.0.0.1:${node.adminPort}/metrics`)).text();
    expect(metrics).toMatch(/^palisade_edge_worker_stalls_total\{[^}]*\} 1$/m);
  });

  it('and goes on before its successor is there ends its requests first', async () => {
    const held = await connections();
    const [slow, ...others] = held;
    writeFileSync(heldWorkers(), '');
    writeFileSync(heldRequests(), '');
    const answers = [hang(slow!, 'held'), ...others.map((socket) => exchange(socket, REQUEST))];
    await eventually(() => readFileSync(heldWorkers(), 'utf8') !== '');
    rmSync(heldRequests());
    expect((await Promise.all(answers)).filter(({ complete }) => !complete)).toEqual([]);
    await eventually(() => lines('a worker goes on again').length === 1);
    rmSync(heldWorkers());
    await replaced(1);
    for (const socket of held) socket.destroy();
    expect((await node.health()).workers.map(({ restarts }) => restarts)).toEqual([0, 0]);
  });

  it('and is ended before its successor is there has not ended unasked', async () => {
    const [stopped] = await pids();
    writeFileSync(heldWorkers(), '');
    process.kill(stopped!, 'SIGSTOP');
    await eventually(() => lines('a worker ended and is replaced').length === 1);
    rmSync(heldWorkers());
    await replaced(1);
    const { workers } = await node.health();
    expect(workers.map(({ restarts, stalls }) => ({ restarts, stalls }))).toEqual([
      { restarts: 0, stalls: 1 },
      { restarts: 0, stalls: 0 },
    ]);
  });

  it('like all others is replaced, one after the other', async () => {
    const before = await pids();
    const held = await connections();
    const hung = held.map((socket) => hang(socket, 'loop:60000'));
    await eventually(async () => (await pids()).every((pid) => pid !== null && !before.includes(pid)));
    expect((await Promise.all(hung)).filter(({ complete }) => complete)).toEqual([]);
    expect(lines('a worker does not go on')).toHaveLength(2);
  });

  it('because somebody has stopped it is found by the supervisor, and replaced', async () => {
    const [stopped, other] = await pids();
    process.kill(stopped!, 'SIGSTOP');
    expect(await freshAnswers()).toEqual(ALL_WELL);
    await replaced(1);
    expect(lines('a worker does not go on')).toMatchObject([{ pid: stopped, stallReason: 'stopped' }]);
    const after = await pids();
    expect(after).toContain(other);
    expect(after).not.toContain(stopped);
  });
});

it('a supervisor that was stopped does not take its own absence for its workers', async () => {
  const before = await pids();
  node.signal('SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  expect(await freshAnswers()).toEqual(ALL_WELL);
  node.signal('SIGCONT');
  await eventually(async () => (await node.health()).workers.length === 2);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await pids()).toEqual(before);
  expect(lines('a worker does not go on')).toEqual([]);
});
