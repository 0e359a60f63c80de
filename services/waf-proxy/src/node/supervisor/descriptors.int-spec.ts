import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateEdgeKeys } from '@palisade/edge-state';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { eventually, sendRaw } from '../../test-support/raw-client.ts';
import { readMainThreadTimes } from '../watchdog/thread-times.ts';

const LIMIT = 300;
/** A permitted number of connections of one address. */
const OF_EACH_ADDRESS = 200;
const CLIENTS = 4;
const REOPEN_MS = 50;
const SAMPLE_MS = 2_000;

let dataDir: string;
let node: EdgeNode;
const sockets = new Set<Socket>();
let flooding = false;

/** A connection that says nothing, and another one when it is closed. */
function flood(localAddress: string): void {
  const socket = connect({ host: '127.0.0.1', port: node.port, localAddress });
  sockets.add(socket);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    sockets.delete(socket);
    if (flooding) setTimeout(() => flood(localAddress), REOPEN_MS);
  });
}

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'edge-descriptors-'));
  node = await startEdgeNode({ dataDir, keys: generateEdgeKeys() });
  await node.ready();
});

afterEach(async () => {
  flooding = false;
  for (const socket of sockets) socket.destroy();
  await node.terminate();
  await rm(dataDir, { recursive: true });
});

async function cpuShare(pid: number): Promise<number> {
  const before = readMainThreadTimes(pid)!.cpuMs;
  await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  return (readMainThreadTimes(pid)!.cpuMs - before) / SAMPLE_MS;
}

const theWorker = async () => (await node.health()).workers[0]!;

describe('a worker without descriptors', () => {
  it('goes on, does not spin, and serves again when there are some', async () => {
    const { pid } = await theWorker();
    const limited = spawnSync('prlimit', ['--pid', String(pid), `--nofile=${LIMIT}:${LIMIT}`]);
    expect(limited.status).toBe(0);
    const addresses = Array.from({ length: CLIENTS }, (_, index) => `127.1.${index}.1`);
    flooding = true;
    for (const address of addresses) for (let index = 0; index < OF_EACH_ADDRESS; index++) flood(address);
    await eventually(() => node.log().includes('memory_unknown'));
    flooding = false;
    // A loop that finds the same connection again and again uses all the time that there is, for as long as it is open;
    // one that only has to close what came while the flood lasted comes to rest.
    await eventually(async () => (await cpuShare(pid)) < 0.5);
    for (const socket of sockets) socket.destroy();
    let status = 0;
    while (status !== 421) {
      const answer = sendRaw(node.port, 'GET / HTTP/1.1\r\nHost: nobody.example\r\n\r\n');
      status = await answer.then(
        (received) => received.status,
        () => 0,
      );
    }
    expect(await theWorker()).toMatchObject({ pid, restarts: 0, stalls: 0, stallReason: null });
  });
});
