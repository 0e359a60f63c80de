import { type SitePolicy, sameValue } from '@palisade/site-policy';
import type { DraftChange } from './policy-draft.schema.ts';

type Section = 'originConfig' | 'policyConfig';
const SECTIONS: readonly Section[] = ['originConfig', 'policyConfig'];

/**
 * The fields that differ, with the values of one of the two: a client that sends a whole configuration means its own
 * changes, and does not want to undo others'.
 */
export function changedFields(stored: SitePolicy, next: SitePolicy, of: SitePolicy): DraftChange {
  const change: Partial<Record<Section, object>> = {};
  for (const section of SECTIONS) {
    const [before, after]: Readonly<Record<string, unknown>>[] = [stored[section], next[section]];
    const values = of[section] as Readonly<Record<string, unknown>>;
    const names = Object.keys(after!).filter((name) => !sameValue(before![name], after![name]));
    if (names.length > 0) change[section] = Object.fromEntries(names.map((name) => [name, values[name]]));
  }
  return change as DraftChange;
}
