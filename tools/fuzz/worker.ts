// One target in a thread of its own: a reader that never ends, or takes all memory, ends only this thread.
import { parentPort, workerData } from 'node:worker_threads';
import { mostTelling, readCorpus, writeCorpus } from './corpus.ts';
import type { Finding } from './finding.ts';
import { Fuzzer } from './fuzzer.ts';
import { loadInstrumented, sourceLiterals } from './load-instrumented.ts';
import type { FromWorker, WorkerOrder } from './messages.ts';
import { countNativeWork } from './native-work.ts';
import { LOADERS } from './targets/index.ts';

const order = workerData as WorkerOrder;
const current = Buffer.from(order.current);
const state = new Int32Array(order.state);

loadInstrumented();
countNativeWork();
const target = await LOADERS[order.target]!();
const fuzzer = new Fuzzer(target, order.seed, sourceLiterals(), {
  onInput: (input) => {
    current.set(input.subarray(0, current.length));
    Atomics.store(state, 0, input.length);
    Atomics.add(state, 1, 1);
  },
  onFinding: (finding) => say({ type: 'finding', ...findingMessage(finding) }),
});
const began = performance.now();
if (order.input !== null) await fuzzer.check(Buffer.from(order.input, 'latin1'));
else {
  const corpus = order.fromEmpty ? [] : readCorpus(order.target);
  const deadline = began + order.seconds * 1_000;
  await fuzzer.run(corpus, () => performance.now() >= deadline);
  if (order.keeps) writeCorpus(order.target, mostTelling(fuzzer.kept));
}
const { executions, edges, kept, findings, workChecks, paddings } = fuzzer;
const seconds = (performance.now() - began) / 1_000;
say({ type: 'done', executions, edges, corpus: kept.length, findings, workChecks, paddings, seconds });

function say(message: FromWorker): void {
  parentPort!.postMessage(message);
}

function findingMessage({ kind, message, input, cause }: Finding) {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  return { kind, detail: message, stack, input: input.toString('latin1') };
}
