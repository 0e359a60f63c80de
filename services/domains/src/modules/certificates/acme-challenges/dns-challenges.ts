/** Injection token of the way to put TXT records for dns-01; null where the installation has none. */
export const ACME_DNS_CHALLENGES = Symbol('dns challenges');

/**
 * dns-01 without write access to customers' zones: `_acme-challenge.{domain}` is a CNAME, set once by the owner, to a
 * name in a zone of ours, and only there TXT records come and go. It is what makes wildcards possible, and
 * certificates before traffic points to us.
 */
export interface AcmeDnsChallenges {
  /** The name in our zone that stands for the owner of a verification token. */
  delegatedName(verificationToken: string): string;
  /** Adds a value; several may stand beside each other. */
  put(name: string, value: string): Promise<void>;
  remove(name: string, value: string): Promise<void>;
}
