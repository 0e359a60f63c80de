/** Checks that a request is spared: one of the owner's own rules says so. */
export interface SkippedChecks {
  readonly managedRules: boolean;
  readonly botProtection: boolean;
  readonly rateLimiting: boolean;
}

export const NOTHING_SKIPPED: SkippedChecks = Object.freeze({
  managedRules: false,
  botProtection: false,
  rateLimiting: false,
});
