import { formatPercent } from './format.ts';

export interface Change {
  direction: 'more' | 'less' | 'same';
  /** "12.4%", "31×". */
  short: string;
  /** "12.4% more than": goes before the name of what is compared with. */
  words: string;
}

/** From this ratio on, a change is shown as a multiple instead of a percentage. */
const MANY_TIMES = 3;
/** Below this ratio, a multiple has one decimal. */
const FEW_TIMES = 10;

/** How a count compares with an earlier one; null where there was none. */
export function changeOf(now: number, before: number | null | undefined): Change | null {
  if (before === null || before === undefined || before <= 0) return null;
  const ratio = now / before;
  if (ratio >= MANY_TIMES) {
    const times = ratio < FEW_TIMES ? Math.round(ratio * 10) / 10 : Math.round(ratio);
    return { direction: 'more', short: `${times}×`, words: `${times} times as many as` };
  }
  const share = formatPercent(Math.abs(ratio - 1) * 100);
  if (share === formatPercent(0)) return { direction: 'same', short: share, words: 'As many as' };
  const direction = ratio > 1 ? 'more' : 'less';
  return { direction, short: share, words: `${share} ${direction} than` };
}
