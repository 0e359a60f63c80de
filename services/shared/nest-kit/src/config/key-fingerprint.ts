import { createHash } from 'node:crypto';

/**
 * By which an operator's command sees which keys a process has taken over, without seeing them: they are random and long, so
 * that nobody finds them from it.
 */
export function keyFingerprint(settings: Readonly<Record<string, string | undefined>>): string {
  const sorted = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 16);
}

/** The gauge of how long newer keys have waited. */
export const KEYS_BEHIND_METRIC = 'palisade_keys_behind_seconds';
/** The gauge whose label is the fingerprint. */
export const KEYS_METRIC = 'palisade_keys_info';
