import { DAY_MS } from '@palisade/basics';

/**
 * A device that the account has known for less than this is new; a factor that was set up on one is suspicious for as
 * long.
 */
export const SUSPICIOUS_DAYS = 7;

export interface EnabledFactor {
  enabledAt: Date;
  /** Set up on a device that was new to the account then. */
  onNewDevice: boolean;
}

export interface RecoveryFacts {
  now: Date;
  /** Whether anybody has ever confirmed the account's address; without that, nobody set it up for somebody else. */
  addressConfirmed: boolean;
  /** When the account was taken over, if known: factors set up since are removed too. */
  stolenAt: Date | null;
}

/** Whether a recovery by mail may remove this second factor. */
export function isSuspicious(
  { enabledAt, onNewDevice }: EnabledFactor,
  { now, addressConfirmed, stolenAt }: RecoveryFacts,
): boolean {
  if (!addressConfirmed) return true;
  if (stolenAt !== null && enabledAt >= stolenAt) return true;
  const since = (stolenAt ?? now).getTime() - SUSPICIOUS_DAYS * DAY_MS;
  return onNewDevice && enabledAt.getTime() > since;
}
