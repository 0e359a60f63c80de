import type { CompiledSite } from '../../pipeline/compiled-site.ts';

/** Ids of all lists that requests of a site may ask. */
export const listsOf = (site: CompiledSite): string[] => [
  ...site.allowedLists,
  ...site.blockedLists,
  ...site.challengedLists,
  ...(site.customRules?.asked.lists ?? []),
  ...(site.limitRules?.asked.lists ?? []),
];
