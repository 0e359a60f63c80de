import type { SitePolicyVersion } from '../../shared/api/types.ts';
import { fieldLabel, shownChange } from './policy-words.ts';

const MAX_CHANGES = 3;
const MAX_ENTRIES = 2;

/** One side of a change; of many entries their number says more than they do. */
function side(entries: readonly string[]): string {
  if (entries.length === 0) return '–';
  return entries.length > MAX_ENTRIES ? `${entries.length} entries` : entries.join(', ');
}

/** Summary of a version's changes in one sentence. */
export function changesText({ changes, restored_version }: SitePolicyVersion): string {
  if (restored_version !== null) return `back to version ${restored_version}`;
  const shown = changes.slice(0, MAX_CHANGES).map(({ field, before, after }) => {
    const change = shownChange(field, before, after);
    return `${fieldLabel(field)} ${side(change.before)} → ${side(change.after)}`;
  });
  const more = changes.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}
