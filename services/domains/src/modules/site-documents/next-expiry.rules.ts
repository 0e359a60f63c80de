import { hasExpired, type RuleExclusion } from '@palisade/site-policy';

/** When the next of them expires; null if none will. */
export function nextExpiry(exclusions: readonly RuleExclusion[], nowMs: number): Date | null {
  const times = exclusions
    .filter((exclusion) => exclusion.expires_at !== null && !hasExpired(exclusion, nowMs))
    .map(({ expires_at }) => Date.parse(expires_at!));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
