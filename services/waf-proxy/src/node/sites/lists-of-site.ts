import type { edgeV1 } from '@palisade/contracts';
import type { CompiledSite } from '../../pipeline/compiled-site.ts';

/** Ids of all lists that requests of a site may ask. */
export const listsOf = (site: CompiledSite): string[] => [
  ...site.allowedLists,
  ...site.blockedLists,
  ...site.challengedLists,
  ...(site.customRules?.asked.lists ?? []),
  ...(site.limitRules?.asked.lists ?? []),
];

/** Those of a roll-out, too. */
export const listsOfAll = (site: CompiledSite): string[] => [
  ...listsOf(site),
  ...(site.candidate === null ? [] : listsOf(site.candidate)),
];

/** Whether a site's lists have to be loaded before its first request. Rules may have them among their conditions. */
export const mayAskLists = ({ policy, rollout }: edgeV1.SiteConfig): boolean =>
  rollout !== undefined ||
  policy === undefined ||
  [policy.allowedLists, policy.blockedLists, policy.challengedLists].some((lists) => lists.length > 0) ||
  policy.customRules.length > 0 ||
  policy.rateLimitRules.length > 0;
