/** Checks that an owner's rule skips for a request. */
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
