import { setTimeout as pause } from 'node:timers/promises';
/**
 * Until SIGTERM or SIGINT; a round that has begun comes to its end. One that fails is told and tried again: the server keeps its log
 * meanwhile.
 */
export async function repeated(round, everyMs, note) {
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, end);
  while (!ending.signal.aborted) {
    const begun = performance.now();
    try {
      await round();
    } catch (error) {
      const { message, code } = error;
      note(`not stored: ${message}${code ? ` [${code}]` : ''}`);
    }
    const rest = Math.max(0, everyMs - (performance.now() - begun));
    await pause(rest, undefined, { signal: ending.signal }).catch(() => undefined);
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, end);
}
