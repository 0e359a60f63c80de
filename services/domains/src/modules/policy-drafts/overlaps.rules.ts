import { changesBetween, type SitePolicy } from '@palisade/site-policy';

/**
 * Fields that a draft changes and that somebody has saved since it was written: applied, it would take that back without a word.
 * @param base what was in force when it was written
 */
export function overlapsOf(base: SitePolicy, stored: SitePolicy, next: SitePolicy): string[] {
  const saved = new Set(changesBetween(base, stored).map(({ field }) => field));
  return changesBetween(stored, next)
    .map(({ field }) => field)
    .filter((field) => saved.has(field));
}
