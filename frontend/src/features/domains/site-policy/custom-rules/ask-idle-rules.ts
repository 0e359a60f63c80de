import type { CustomRule } from '../../../../shared/api/types.ts';
import { workerUrl } from '../../../../shared/lib/trusted-types.ts';
import address from './idle-rules.worker.ts?worker&url';

/**
 * Rules that do nothing, by their id, with why. Rules that are tangled take some tenths of a second, on phones more: a worker looks
 * for them while the page goes on.
 *
 * @param signal ends the search of rules that are no longer asked about; there is then no answer
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
