import { createHash } from 'node:crypto';
import type { PolicyConfig, RuleExclusion } from '@palisade/site-policy';

/** What could not be taken over, or not just as it was. */
export interface Remark {
  place: string;
  directive: string;
  why: string;
  /** False: it was taken over, and means something a little different. */
  lost: boolean;
}

/** What an import gathers: a part of a policy, and what is to be said about it. */
export class Findings {
  readonly policy: Partial<PolicyConfig> = {};
  readonly remarks: Remark[] = [];
  /** Rules of OWASP CRS itself, which a release brings. */
  crsRules = 0;
  private readonly exclusions = new Map<string, RuleExclusion>();

  set(values: Partial<PolicyConfig>): void {
    Object.assign(this.policy, values);
  }

  addTo(list: 'allowed_ips' | 'blocked_ips', addresses: readonly string[]): void {
    this.policy[list] = [...new Set([...(this.policy[list] ?? []), ...addresses])];
  }

  exclude(by: RuleExclusion['by'], value: string, target: string, pathPrefix: string, note: string): void {
    const key = JSON.stringify([by, value, target, pathPrefix]);
    if (this.exclusions.has(key)) return;
    const exclusion = { id: idOf(key), by, value, target, path_prefix: pathPrefix, note, expires_at: null };
    this.exclusions.set(key, exclusion);
    this.policy.rule_exclusions = [...this.exclusions.values()];
  }

  remark(place: string, directive: string, why: string, lost = true): void {
    this.remarks.push({ place, directive, why, lost });
  }
}

/** The same for the same exclusion, so that a second import changes nothing: a UUID of version 8. */
function idOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
