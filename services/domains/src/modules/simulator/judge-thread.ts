// The thread in which requests are simulated and exclusions are priced: owners write patterns and requests as dear as they like,
// and the service serves others meanwhile. It is ended when an answer takes too long.
import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from '@palisade/nest-kit/task-thread';
import { compileManagedRules } from '@palisade/waf-proxy/judge';
import { judgeSample, type SampleQuestion } from './judge-sample.rules.ts';
import { type PriceQuestion, PriceTrials, priceExclusions } from './price-exclusions.rules.ts';

const ruleSet = compileManagedRules();
const trials = new PriceTrials();

parentPort!.on('message', (question: SampleQuestion | PriceQuestion) => {
  const answer =
    question.kind === 'sample' ? judgeSample(question, ruleSet) : priceExclusions(question, ruleSet, trials);
  void answer.then((message) => parentPort!.postMessage(message));
});

parentPort!.postMessage(THREAD_READY);
