import type { EdgeNode } from '../../../shared/api/types.ts';
import { plural, type State } from '../system/system-view.ts';

const drains: Record<EdgeNode['drain'], State | null> = {
  none: null,
  asked: { tone: 'info', label: 'Drain requested' },
  draining: { tone: 'info', label: 'Drained' },
  returning: { tone: 'info', label: 'Coming back' },
};

/** Seconds after which a node should use new keys; its workers are replaced one by one. */
const OLD_KEYS_AFTER_S = 60;

/** The worst fact about a node; for a drained one, that it is drained. */
export function nodeState(node: EdgeNode): State {
  if (!node.alive) return { tone: 'danger', label: 'Not reporting' };
  const drain = drains[node.drain];
  if (drain) return drain;
  if (node.workers_listening < node.workers) {
    return {
      tone: node.workers_listening === 0 ? 'danger' : 'warn',
      label: `${node.workers_listening} of ${node.workers} workers`,
    };
  }
  if (node.keys_behind_seconds > OLD_KEYS_AFTER_S) return { tone: 'danger', label: 'Uses old keys' };
  if (node.sites_behind > 0) return { tone: 'warn', label: `${plural(node.sites_behind, 'site')} behind` };
  if (node.changes_behind > 0) return { tone: 'info', label: 'Catching up' };
  if (node.candidate_rolled_back) return { tone: 'warn', label: 'Candidate rolled back' };
  return { tone: 'ok', label: 'Healthy' };
}
