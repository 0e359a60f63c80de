import type { CustomRule } from '../../../../shared/api/types.ts';
import { workerUrl } from '../../../../shared/lib/trusted-types.ts';
import address from './idle-rules.worker.ts?worker&url';

/**
 * Finds rules without effect, by id with the reason. Complicated rules take some tenths of a second, more on phones, so
 * a worker does it.
 *
 * @param signal cancels an outdated search, which then never answers
 */
export function askIdleRules(
  rules: readonly CustomRule[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const worker = new Worker(workerUrl(address), { type: 'module' });
  const end = () => worker.terminate();
  signal.addEventListener('abort', end);
  return new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message || 'The search could not be loaded'));
    worker.postMessage(rules);
  }).finally(end);
}
