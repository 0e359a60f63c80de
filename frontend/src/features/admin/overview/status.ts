import type { Attention } from './attention.ts';

export interface Status {
  tone: 'looking' | 'ok' | 'warn' | 'danger';
  text: string;
  /** Where the worst of it is mended; null: nothing is to be done. */
  tab: string | null;
}

/** @param items the worst first */
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
    // Several stand together on the overview.
    tab: others.length === 0 ? worst.tab : 'overview',
  };
}
