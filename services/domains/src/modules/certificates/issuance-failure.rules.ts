import type { IssuanceFault } from './acme/acme.errors.ts';
import type { Certificate } from './certificate.entity.ts';
import { pauseAfterFailure } from './renewal-schedule.rules.ts';

/**
 * Failed attempts before the owner is notified of an error that they must fix; the first ones often coincide with DNS
 * changes.
 */
export const TELL_AFTER = 3;

export interface AfterFailure {
  attempts: number;
  /** Null: unchanged. */
  status: Certificate['status'] | null;
  /** Null: waits until names point to us, however long; any other failure is retried. */
  nextAttemptAt: Date | null;
  /** Whether to notify the owner now, once. */
  tells: boolean;
}

type Before = Pick<Certificate, 'status' | 'notAfter' | 'attempts' | 'notifiedAt'>;

export function afterFailure(before: Before, fault: IssuanceFault, now: Date): AfterFailure {
  const attempts = before.attempts + 1;
  const waits = fault.code === 'not_pointing';
  const pause = pauseAfterFailure(attempts, fault.retryAfter);
  return {
    attempts,
    status: statusAfter(before, fault, now),
    nextAttemptAt: waits ? null : new Date(now.getTime() + pause),
    tells: before.notifiedAt === null && isWorthTelling(fault, attempts),
  };
}

function statusAfter(before: Before, fault: IssuanceFault, now: Date): Certificate['status'] | null {
  if (before.status === 'revoked') return null;
  if (before.notAfter !== null) return before.notAfter > now ? 'renewing' : 'expired';
  return fault.code === 'not_pointing' ? 'pending' : 'failed';
}

function isWorthTelling(fault: IssuanceFault, attempts: number): boolean {
  if (fault.code === 'not_pointing') return false;
  return attempts >= (fault.mendedBy === 'owner' ? TELL_AFTER : 2 * TELL_AFTER);
}
