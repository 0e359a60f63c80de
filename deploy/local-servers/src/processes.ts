import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** A local server could not be started; the message says what to do. */
export class LocalServerError extends Error {
  override readonly name = 'LocalServerError';

  constructor(
    readonly code: 'not_installed' | 'port_taken' | 'did_not_start',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Tries until it works; the last error is the cause of what is thrown after `timeout` milliseconds. */
export async function eventually<T>(what: string, attempt: () => Promise<T>, timeout = 15_000): Promise<T> {
  const deadline = Date.now() + timeout;
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      if (Date.now() > deadline) {
        throw new LocalServerError('did_not_start', `${what} did not happen within ${timeout} ms`, { cause });
      }
      await sleep(25);
    }
  }
}

/**
 * Waits until a server that was just started answers. One that ended before, or does not answer in time, is an error; nothing is
 * left of it that would hold its port and its files.
 */
export async function untilItAnswers(
  server: { name: string; child: ChildProcess; output: () => string },
  ask: () => Promise<unknown>,
  timeout?: number,
): Promise<void> {
  const { name, child, output } = server;
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  try {
    await eventually(
      `${name} answering`,
      async () => {
        if (!hasEnded()) await ask();
      },
      timeout,
    );
  } catch (error) {
    await stopChild(child, 'SIGKILL');
    throw error;
  }
  if (hasEnded()) throw new LocalServerError('did_not_start', `${name} ended at once: ${output()}`);
}

/** Asks a child to stop, and after `timeoutMs` milliseconds makes it. */
export async function stopChild(
  child: ChildProcess,
  signal: NodeJS.Signals,
  timeoutMs = 10_000,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await exited;
  clearTimeout(timer);
}
