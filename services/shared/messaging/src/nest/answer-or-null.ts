import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';

/** Shows what is available, although Redis or the bus is not. */
const TIMEOUT_MS = 3_000;

/** The result; null after 3 s, and on failure, which is logged. @param failure the log message */
export async function answerOrNull<T>(logger: Logger, failure: string, asked: Promise<T>): Promise<T | null> {
  const limit = new AbortController();
  const answer = asked.catch((error: unknown) => {
    logger.warn({ err: error }, failure);
    return null;
  });
  const late = sleep(TIMEOUT_MS, null, { signal: limit.signal, ref: false }).catch(() => null);
  try {
    return await Promise.race([answer, late]);
  } finally {
    limit.abort();
  }
}
