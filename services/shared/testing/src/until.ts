import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until a condition holds. One that throws ends the wait; `eventually` is for attempts that may fail.
 *
 * @param what description of the condition; a function can also report progress
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string | (() => string | Promise<string>),
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) {
      const missing = typeof what === 'string' ? what : await what();
      throw new Error(`waited ${timeoutMs} ms in vain for: ${missing}`);
    }
    await sleep(20);
  }
}
