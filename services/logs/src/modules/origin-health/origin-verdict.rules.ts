import type { NodeOriginHealth } from '@palisade/edge-state';

/** The combined result of all health checks of a site at one time. */
export interface OriginVerdict {
  healthy: boolean;
  atMs: number;
}

/**
 * A site is up while any node finds any of its origins healthy: one node's bad connection is no outage. Null where
 * nothing was checked.
 */
export function originVerdict(seen: readonly NodeOriginHealth[]): OriginVerdict | null {
  const checked = seen.filter(({ checkedAtMs }) => checkedAtMs > 0);
  if (checked.length === 0) return null;
  return {
    healthy: checked.some(({ healthy }) => healthy),
    atMs: Math.max(...checked.map(({ checkedAtMs }) => checkedAtMs)),
  };
}
