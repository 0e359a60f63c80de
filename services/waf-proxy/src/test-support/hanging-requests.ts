// Loaded into edge processes by a test (NODE_OPTIONS): a request whose body begins with these words holds the worker
// that reads it, in the middle of its phase; and a worker begins only while nobody holds it. The product has no such doors.
import { existsSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { HELD_REQUESTS, HELD_WORKERS } from './held-files.ts';

export const HANG = 'hang:';
/** As the body says after HANG, with a number of milliseconds behind (of CPU time where it computes): `hang:loop:3000`. */
const WAYS: Readonly<Record<string, (ms: number) => void>> = {
  loop: (ms) => {
    const { user, system } = process.threadCpuUsage();
    for (let used = 0; used < ms; ) {
      const now = process.threadCpuUsage();
      used = (now.user + now.system - user - system) / 1_000;
    }
  },
  held: () => {
    while (isThere(HELD_REQUESTS));
  },
  /** For some minutes; the engine of V8 has no limit. */
  regexp: () => void /^(a+)+$/.test(`${'a'.repeat(40)}b`),
  sleep: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

function isThere(variable: string): boolean {
  const file = process.env[variable];
  return file !== undefined && existsSync(file);
}

const push = Array.prototype.push;

/** Held bodies are arrays of chunks. */
function pushOrHang(this: unknown[], ...items: unknown[]): number {
  const [item] = items;
  if (Buffer.isBuffer(item) && item.length < 40 && item.toString('latin1', 0, HANG.length) === HANG) {
    const [, way, ms] = item.toString('latin1').split(':');
    WAYS[way!]!(Number(ms));
  }
  return push.apply(this, items);
}

if (isMainThread) {
  Array.prototype.push = pushOrHang;
  // The supervisor has nobody to send to.
  if (process.send !== undefined && isThere(HELD_WORKERS)) {
    writeFileSync(process.env[HELD_WORKERS]!, String(process.pid));
    while (isThere(HELD_WORKERS)) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
