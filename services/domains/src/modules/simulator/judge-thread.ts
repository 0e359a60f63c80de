// The thread in which requests are simulated: owners write patterns and requests as dear as they like, and the service serves
// others meanwhile. It is ended when an answer takes too long.
import { parentPort } from 'node:worker_threads';
import { compileManagedRules } from '@palisade/waf-proxy/judge';
import { judgeSample, type SampleQuestion } from './judge-sample.rules.ts';
import { READY } from './judge-thread.client.ts';

const ruleSet = compileManagedRules();

parentPort!.on('message', (question: SampleQuestion) => {
  void judgeSample(question, ruleSet).then((answer) => parentPort!.postMessage(answer));
});

parentPort!.postMessage(READY);
