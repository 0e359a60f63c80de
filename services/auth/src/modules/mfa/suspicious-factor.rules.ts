import { DAY_MS } from '@palisade/basics';

/** A device that the account has known for less than this is new; a factor of such a device is suspicious for as long. */
export const SUSPICIOUS_DAYS = 7;

export interface EnabledFactor {
  enabledAt: Date;
  /** It was set up on a device that was new to the account then. */
  onNewDevice: boolean;
}

export interface RecoveryFacts {
  now: Date;
  /** Whether anybody has ever shown that the account's address is theirs; who has not set it up for somebody else. */
  addressConfirmed: boolean;
  /** When the account was taken over, as far as that is known: what was set up since goes too. */
  stolenAt: Date | null;
}

/** Whether whoever reads the account's mail may take this second factor away with a recovery. */
export function isSuspicious(
  { enabledAt, onNewDevice }: EnabledFactor,
  { now, addressConfirmed, stolenAt }: RecoveryFacts,
): boolean {
  if (!addressConfirmed) return true;
  if (stolenAt !== null && enabledAt >= stolenAt) return true;
  const since = (stolenAt ?? now).getTime() - SUSPICIOUS_DAYS * DAY_MS;
  return onNewDevice && enabledAt.getTime() > since;
}
