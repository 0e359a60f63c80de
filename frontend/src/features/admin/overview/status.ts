import type { Attention } from './attention.ts';

export interface Status {
  tone: 'looking' | 'ok' | 'warn' | 'danger';
  text: string;
  /** Tab where the worst problem can be fixed; null: no problems. */
  tab: string | null;
}

/** @param items worst first */
export function statusOf(items: readonly Attention[], isLooking: boolean): Status {
  const [worst, ...others] = items;
  if (!worst)
    return isLooking
      ? { tone: 'looking', text: 'Looking at every part…', tab: null }
      : { tone: 'ok', text: 'Everything works', tab: null };
  const title = worst.title.replace(/\.$/, '');
  return {
    tone: worst.tone,
    text: others.length === 0 ? title : `${title}, and ${others.length.toLocaleString('en-US')} more`,
    // Several problems are listed on the overview.
    tab: others.length === 0 ? worst.tab : 'overview',
  };
}
