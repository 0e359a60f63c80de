import type { PolicyFile } from '@palisade/site-policy';
import type { Api, LiveConfig } from '../base/api.ts';
import { type DescribedChange, differenceTo } from './difference.ts';

export interface Comparison {
  live: LiveConfig;
  /** What the policy would change; none: the site is as it says. */
  changes: DescribedChange[];
}

/** What a policy says against what holds on its site. */
export async function compared(api: Api, siteId: string, policy: PolicyFile): Promise<Comparison> {
  const live = await api.config(siteId);
  return { live, changes: differenceTo(live, policy) };
}

/**
 * Changes a site to what its policy says, from the version that it was compared with: what somebody has changed since is never overwritten.
 * @throws ApiRefusal `configuration_changed`
 */
export async function appliedPolicy(
  api: Api,
  siteId: string,
  { live, changes }: Comparison,
  { originConfig, policyConfig }: PolicyFile,
): Promise<LiveConfig> {
  if (changes.length === 0) return live;
  return await api.change(siteId, { version: live.version, originConfig, policyConfig });
}
