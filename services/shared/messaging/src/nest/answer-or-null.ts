import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';

/** Whoever looks shall see what can be seen, though Redis or the bus is away. */
const TIMEOUT_MS = 3_000;

/** What was asked for; null after 3 s, and where it fails, which is logged. @param failure what the log says of it */
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
