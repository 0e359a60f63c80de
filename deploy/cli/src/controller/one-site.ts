import { canonicalDomain } from '../base/api.ts';
import type { SiteObject } from './kinds.ts';

/** However their domains are spelled: by what they mean, or by what they were seen to be at Palisade. */
export function areOfOneSite(one: SiteObject, other: SiteObject): boolean {
  if (one.metadata.name === other.metadata.name) return true;
  const { siteId } = one.status ?? {};
  if (siteId !== undefined && siteId === other.status?.siteId) return true;
  const domain = canonicalDomain(one.spec.domain);
  return domain !== null && domain === canonicalDomain(other.spec.domain);
}

/** Two that say different things of one domain would take back each other's changes for ever: the older one holds. */
export function firstOf(objects: readonly SiteObject[]): SiteObject {
  const since = ({ metadata }: SiteObject) => `${metadata.creationTimestamp} ${metadata.name}`;
  return objects.reduce((first, other) => (since(other) < since(first) ? other : first));
}
