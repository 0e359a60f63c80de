// The thread in which lists are read: a million lines take most of a second, and the service serves others meanwhile.
import { parentPort } from 'node:worker_threads';
import { EdgeStateError, parseListText } from '@palisade/edge-state';
import { THREAD_READY } from '@palisade/waf-proxy/judge';
import { bansAsText } from './crowdsec-decisions.ts';
import type { TextAnswer, TextQuestion } from './list-text.service.ts';

parentPort!.on('message', (question: TextQuestion) => {
  parentPort!.postMessage(answerTo(question));
});

function answerTo({ bytes, form, holds }: TextQuestion): TextAnswer {
  const text = form === 'lines' ? bytes : bansAsText(bytes);
  if (text === null) return { refusal: 'not_decisions' };
  try {
    const { set, refused, refusedLines } = parseListText(holds, text);
    return { content: { content: set.bytes, entries: set.size, refused, refusedLines } };
  } catch (error) {
    if (!(error instanceof EdgeStateError)) throw error;
    return { refusal: error.code };
  }
}

parentPort!.postMessage(THREAD_READY);
