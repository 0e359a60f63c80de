// The thread that judges, so that no trial holds up those who look at their logs. It compiles the managed rules once.
import { parentPort } from 'node:worker_threads';
import { compileManagedRules } from '@palisade/waf-proxy/judge';
import { BatchJudge } from './judge-batch.ts';
import type { TrialBatch } from './trial-batch.ts';

const judge = new BatchJudge(compileManagedRules());

parentPort!.on('message', (batch: TrialBatch) => {
  judge.run(batch).then(
    (result) => parentPort!.postMessage(result),
    (error: unknown) => parentPort!.postMessage({ id: batch.id, error: String(error) }),
  );
});
