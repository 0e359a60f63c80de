import { z } from 'zod';

export const VERIFICATION_CODES = [
  'verified',
  'record_missing',
  'record_wrong',
  'dns_unreachable',
  /** The domain is another account's: what was proved began a contest, or one runs already. */
  'contest_opened',
  'contest_running',
  'contest_too_early',
  /** A record of the account that has the domain is still there. */
  'holder_proves',
  /** A domain above this one is another account's, whose owner was asked or has refused. */
  'consent_waiting',
  'consent_refused',
] as const;

export const verificationSchema = z
  .object({ verified: z.boolean(), code: z.enum(VERIFICATION_CODES), message: z.string() })
  .meta({ id: 'DomainVerification' });
export type Verification = z.infer<typeof verificationSchema>;
