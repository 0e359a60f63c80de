import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EdgeSettings } from '../../bench/edge-settings.ts';
import { HOST } from '../../bench/workloads.ts';
import { WORKER_FLAGS } from '../../node/ipc/worker-flags.ts';
import { download, startBodyOrigin, upload } from './transfer.ts';

/** What a transfer may add to a worker's memory while it lasts. */
export const GROWTH_LIMIT_BYTES = 64 * 1024 * 1024;

export interface BodyMeasurement {
  what: 'upload' | 'download';
  bytes: number;
  arrived: number;
  seconds: number;
  beforeBytes: number;
  peakBytes: number;
}

const EDGE_MAIN = path.resolve(import.meta.dirname, '../../../dist/bench/edge-main.js');
const SAMPLE_MS = 20;
/** Enough for the engine to be compiled by V8, for buffers that are kept to exist, and for its heap to have its size. */
const WARM_UP_BYTES = 64 * 1024 * 1024;

/** Resident memory of a process, as Linux counts it. */
function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Sends one body of so many bytes each way through a worker with managed rules, and watches the worker's memory. */
export async function measureBodies(bytes: number): Promise<BodyMeasurement[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-bodies-'));
  const origin = await startBodyOrigin();
  const settings: EdgeSettings = { variant: 'rules', originPort: origin.port, spoolFolder: folder };
  const worker = fork(EDGE_MAIN, [JSON.stringify(settings)], { execArgv: [...WORKER_FLAGS] });
  try {
    const port = await portOf(worker);
    await upload(port, HOST, WARM_UP_BYTES);
    await download(port, HOST, WARM_UP_BYTES);
    return [
      await measure(worker, 'upload', bytes, () => upload(port, HOST, bytes)),
      await measure(worker, 'download', bytes, () => download(port, HOST, bytes)),
    ];
  } finally {
    worker.kill('SIGKILL');
    origin.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function portOf(worker: ChildProcess): Promise<number> {
  const [message] = await Promise.race([
    once(worker, 'message'),
    once(worker, 'exit').then(() => {
      throw new Error('the worker did not start');
    }),
  ]);
  return message.port;
}

async function measure(
  worker: ChildProcess,
  what: BodyMeasurement['what'],
  bytes: number,
  transfer: () => Promise<number>,
): Promise<BodyMeasurement> {
  const beforeBytes = residentBytes(worker.pid!);
  let peakBytes = beforeBytes;
  const sampler = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes(worker.pid!));
  }, SAMPLE_MS);
  const startedAt = performance.now();
  try {
    const arrived = await transfer();
    return { what, bytes, arrived, seconds: (performance.now() - startedAt) / 1_000, beforeBytes, peakBytes };
  } finally {
    clearInterval(sampler);
  }
}
