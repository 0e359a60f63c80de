import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '../../base/operator-error.ts';

/**
 * Until SIGTERM or SIGINT; a round in progress is completed. One that fails is reported and retried: the server keeps
 * its log meanwhile.
 */
export async function repeated(
  round: () => Promise<void>,
  everyMs: number,
  note: (text: string) => void,
): Promise<void> {
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
  while (!ending.signal.aborted) {
    const begun = performance.now();
    try {
      await round();
    } catch (error) {
      const { message, code } = error as OperatorError;
      note(`not stored: ${message}${code ? ` [${code}]` : ''}`);
    }
    const rest = Math.max(0, everyMs - (performance.now() - begun));
    await pause(rest, undefined, { signal: ending.signal }).catch(() => undefined);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, end);
}
