import { Worker } from 'node:worker_threads';
import type { FromWorker, ReportedFinding, RunResult, WorkerOrder } from './messages.ts';

/** One input may take no longer than this on any machine: far above what the work of a largest input takes. */
const HANG_MS = 30_000;
const MAX_INPUT_BYTES = 1024 * 1024;
const MEMORY_MB = 1_024;

const NOTHING_DONE: RunResult = {
  executions: 0,
  edges: 0,
  corpus: 0,
  findings: 0,
  workChecks: 0,
  paddings: 0,
  seconds: 0,
};

export type Order = Omit<WorkerOrder, 'current' | 'state'>;

/** Runs one target in a thread, and watches it. Always resolves; a thread that hangs or breaks is a finding. */
export function runTarget(order: Order, onFinding: (finding: ReportedFinding) => void): Promise<RunResult> {
  const current = new SharedArrayBuffer(MAX_INPUT_BYTES);
  const state = new SharedArrayBuffer(8);
  const numbers = new Int32Array(state);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { ...order, current, state } satisfies WorkerOrder,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const inputNow = () => Buffer.from(Buffer.from(current).subarray(0, numbers[0])).toString('latin1');
  return new Promise((resolve) => {
    let result: RunResult | null = null;
    const broken = (kind: 'hang' | 'exception', detail: string, stack = '') => {
      onFinding({ kind, detail, stack, input: inputNow() });
      result = { ...NOTHING_DONE, executions: numbers[1]!, findings: 1 };
    };
    let before = -1;
    const watch = setInterval(() => {
      const now = Atomics.load(numbers, 1);
      // While modules are loaded, no input is under way.
      if (now > 0 && now === before) {
        broken('hang', `one input has taken more than ${HANG_MS / 1_000} s`);
        void worker.terminate();
      }
      before = now;
    }, HANG_MS);
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'finding') onFinding(message);
      else result = message;
    });
    worker.on('error', (error: Error) => broken('exception', error.message, error.stack));
    worker.on('exit', () => {
      clearInterval(watch);
      resolve(result ?? { ...NOTHING_DONE, findings: 1 });
    });
  });
}
