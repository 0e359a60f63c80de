// The worker thread that judges, so that replays delay no other request. It compiles the managed rules once, and is
// terminated when an answer takes too long.
import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from '@palisade/nest-kit/task-thread';
import { compileManagedRules } from '@palisade/waf-proxy/judge';
import { BatchJudge } from './judge-batch.ts';
import type { ReplayBatch } from './replay-batch.ts';

const judge = new BatchJudge(compileManagedRules());

parentPort!.on('message', (batch: ReplayBatch) => {
  void judge.run(batch).then((result) => parentPort!.postMessage(result));
});

parentPort!.postMessage(THREAD_READY);
