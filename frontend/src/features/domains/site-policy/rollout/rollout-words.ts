import type { Rollout } from '../../../../shared/api/types.ts';
import { formatCount, formatPercent } from '../../../../shared/lib/format.ts';

export const STATES = {
  running: { label: 'Running', tone: 'brand' },
  promoted: { label: 'Promoted', tone: 'ok' },
  taken_back: { label: 'Taken back', tone: 'warn' },
} as const satisfies Record<Rollout['state'], object>;

/** When the minimum time of the current step ends. */
export const earliestEnd = ({ step_started_at, step_minutes }: Rollout): string =>
  new Date(Date.parse(step_started_at) + step_minutes * 60_000).toISOString();

/** "5% of visitors now, then 25%, then everybody". */
export function shareSteps({ shares, share_percent }: Pick<Rollout, 'shares' | 'share_percent'>): string {
  const later = shares.filter((share) => share > share_percent).map((share) => `then ${share}%`);
  return [`${share_percent}% of visitors now`, ...later, 'then everybody'].join(', ');
}

/** "3 of 240 (1.3 %)". */
export const partText = (count: number, of: number): string =>
  `${formatCount(count)} of ${formatCount(of)} (${formatPercent(of === 0 ? 0 : (100 * count) / of)})`;
