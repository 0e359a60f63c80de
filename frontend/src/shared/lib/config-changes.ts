import type { WafConfigVersion } from '../api/types.ts';

/** `policyConfig.enable_caching` reads 'enable caching'. */
export function fieldLabel(field: string): string {
  return (field.split('.').at(-1) ?? field).replaceAll('_', ' ');
}

/** A setting's value in a few words. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.join(', ');
  return String(value);
}

/** Lists are counted: hundreds of addresses say less than how many there are. */
function shortValue(value: unknown): string {
  return Array.isArray(value) && value.length > 2 ? `${value.length} entries` : shownValue(value);
}

const MOST_CHANGES = 3;

/** What a version changed, in a sentence's length. */
export function changesText({ changes, restored_version }: WafConfigVersion): string {
  if (restored_version !== null) return `back to version ${restored_version}`;
  const told = changes
    .slice(0, MOST_CHANGES)
    .map(({ field, before, after }) => `${fieldLabel(field)} ${shortValue(before)} → ${shortValue(after)}`);
  const more = changes.length - told.length;
  return [...told, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
