// The thread in which lists are read: a million lines take most of a second, and the service serves others meanwhile.
import { parentPort } from 'node:worker_threads';
import { EdgeStateError, parseListText } from '@palisade/edge-state';
import { THREAD_READY } from '@palisade/nest-kit/task-thread';
import { bansAsText } from './crowdsec-decisions.ts';
import type { TextAnswer, TextQuestion } from './list-text.service.ts';
import { TEXT_FAULTS } from './list-text-faults.ts';

parentPort!.on('message', (question: TextQuestion) => {
  parentPort!.postMessage(answerTo(question));
});

function answerTo({ bytes, form, holds }: TextQuestion): TextAnswer {
  const text = form === 'lines' ? bytes : bansAsText(bytes);
  if (text === null) return { fault: 'not_decisions' };
  try {
    const { set, refused, refusedLines } = parseListText(holds, text);
    return { content: { content: set.bytes, entries: set.size, refused, refusedLines } };
  } catch (error) {
    const fault = error instanceof EdgeStateError && TEXT_FAULTS.find((code) => code === error.code);
    if (!fault) throw error;
    return { fault };
  }
}

parentPort!.postMessage(THREAD_READY);
