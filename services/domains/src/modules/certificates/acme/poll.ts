import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

/** Calls `ask` until it answers, with growing pauses. Null if there is no answer within `limitMs`. */
export async function poll<T>(limitMs: number, ask: () => Promise<T | null>): Promise<T | null> {
  const end = Date.now() + limitMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.6, MAX_PAUSE_MS)) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() + pause > end) return null;
    await sleep(pause);
  }
}
