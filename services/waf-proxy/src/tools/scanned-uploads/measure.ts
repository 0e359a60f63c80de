import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WORKER_FLAGS } from '../../node/ipc/worker-flags.ts';
import { startClamd } from '../../test-support/clamd-server.ts';
import { startBodyOrigin, upload } from '../bodies/transfer.ts';
import type { ScanningEdgeSettings } from './edge-main.ts';

/** What an upload may add to a worker's memory. */
export const GROWTH_LIMIT_BYTES = 64 * 1024 * 1024;

export interface ScannedUpload {
  what: 'scanned' | 'beyond the scanner: passed' | 'beyond the scanner: refused';
  bytes: number;
  /** What the origin got. */
  arrived: number;
  seconds: number;
  growthBytes: number;
}

const MIB = 1024 * 1024;
const EDGE_MAIN = path.resolve(import.meta.dirname, '../../../dist/tools/scanned-uploads/edge-main.js');
const SAMPLE_MS = 20;
const WARM_UP_BYTES = 8 * MIB;
const HOST = 'shop.example';
/** Files beyond this are not scanned where an upload is to be beyond the scanner; Debian's own limit. */
const DEFAULT_LIMIT_BYTES = 25 * MIB;

/** One upload of so many bytes each: within the scanner's limit, beyond it and passed, beyond it and refused. */
export async function measureScannedUploads(bytes: number): Promise<ScannedUpload[]> {
  const clamd = await startClamd(bytes + MIB);
  const origin = await startBodyOrigin();
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-scanned-'));
  const settings = (maxBytes: number, passOverLimit: boolean): ScanningEdgeSettings => ({
    originPort: origin.port,
    passOverLimit,
    uploadScan: {
      clamd: { address: clamd.address, maxBytes, timeoutMs: 300_000 },
      // One client may fill half of it; the rest is kept for others.
      spoolBytes: 2 * (bytes + MIB),
      folder,
    },
  });
  try {
    return [
      await measure('scanned', bytes, settings(bytes + MIB, false)),
      await measure('beyond the scanner: passed', bytes, settings(DEFAULT_LIMIT_BYTES, true)),
      await measure('beyond the scanner: refused', bytes, settings(DEFAULT_LIMIT_BYTES, false)),
    ];
  } finally {
    origin.close();
    await clamd.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  what: ScannedUpload['what'],
  bytes: number,
  settings: ScanningEdgeSettings,
): Promise<ScannedUpload> {
  const worker = fork(EDGE_MAIN, [JSON.stringify(settings)], { execArgv: [...WORKER_FLAGS] });
  try {
    const [{ port }] = (await once(worker, 'message')) as [{ port: number }];
    await upload(port, HOST, WARM_UP_BYTES);
    const before = residentBytes(worker);
    let peak = before;
    const sampler = setInterval(() => {
      peak = Math.max(peak, residentBytes(worker));
    }, SAMPLE_MS);
    const startedAt = performance.now();
    // A refusal closes the connection while the client still sends.
    const arrived = await upload(port, HOST, bytes).catch(() => 0);
    clearInterval(sampler);
    return {
      what,
      bytes,
      arrived,
      seconds: (performance.now() - startedAt) / 1_000,
      growthBytes: peak - before,
    };
  } finally {
    worker.kill('SIGKILL');
  }
}

/** Resident memory, as Linux counts it. */
function residentBytes(process: ChildProcess): number {
  const status = readFileSync(`/proc/${process.pid}/status`, 'latin1');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
