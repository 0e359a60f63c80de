import type { Entry } from './entry.ts';

/**
 * What has been found out about an entry that comes again in request after request. All of it follows from the entry alone, so it holds
 * for every request that has the entry.
 */
export class KnownEntry {
  /** What programs read of it; null: nobody has looked. */
  readings: readonly Entry[] | null = null;
  /** By the number of a {@link ScanSource}: positions of the rules that the entry makes candidates there. */
  readonly candidates: (readonly number[] | undefined)[] = [];
  /** By the number of a {@link HeaderMemo}. */
  readonly answers: (boolean | undefined)[] = [];
}
