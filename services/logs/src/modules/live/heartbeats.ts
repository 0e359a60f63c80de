import { setTimeout as sleep } from 'node:timers/promises';
import { HEARTBEAT, HEARTBEAT_MS } from './event-stream.rules.ts';

/** Yields these events, and a heartbeat whenever none has come for so long, whatever delays them. */
export async function* withHeartbeats(
  events: AsyncGenerator<string>,
  everyMs = HEARTBEAT_MS,
): AsyncGenerator<string> {
  try {
    for (let next = events.next(); ; ) {
      const event = await within(next, everyMs);
      if (event === null) yield HEARTBEAT;
      else if (event.done) return;
      else {
        yield event.value;
        next = events.next();
      }
    }
  } finally {
    // What is still running may take its time; nobody waits for it.
    void events.return(undefined);
  }
}

/** @returns null: not yet */
async function within<Result>(work: Promise<Result>, ms: number): Promise<Result | null> {
  const over = new AbortController();
  try {
    return await Promise.race([work, sleep(ms, null, { signal: over.signal, ref: false })]);
  } finally {
    over.abort();
  }
}
