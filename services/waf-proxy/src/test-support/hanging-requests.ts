// Loaded into edge processes by a test (NODE_OPTIONS): a request whose body begins with these words holds the worker
// that reads it, in the middle of its phase. The product has no such door.
import { isMainThread } from 'node:worker_threads';

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
  /** For some minutes; the engine of V8 has no limit. */
  regexp: () => void /^(a+)+$/.test(`${'a'.repeat(40)}b`),
  sleep: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

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

if (isMainThread) Array.prototype.push = pushOrHang;
