/** Injection token of the writer of TXT records for dns-01; null if not configured. */
export const ACME_DNS_CHALLENGES = Symbol('dns challenges');

/**
 * dns-01 without write access to customers' zones: the owner once makes `_acme-challenge.{domain}` a CNAME to a name in
 * our zone, where TXT records are added and removed. Required for wildcards, and for certificates before traffic points
 * to us.
 */
export interface AcmeDnsChallenges {
  /** The name in our zone for a verification token. */
  delegatedName(verificationToken: string): string;
  /** Adds a value beside others of the same name. */
  put(name: string, value: string): Promise<void>;
  remove(name: string, value: string): Promise<void>;
}
