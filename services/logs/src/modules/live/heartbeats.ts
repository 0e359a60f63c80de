import { setTimeout as sleep } from 'node:timers/promises';
import { HEARTBEAT, HEARTBEAT_MS } from './event-stream.rules.ts';

/** These events, and a sign of life whenever none has come for so long, whatever keeps them. */
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
    // What it is at may take its time; nobody waits for it any more.
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
