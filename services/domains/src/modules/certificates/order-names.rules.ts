import type { RecordState } from '../dns/dns-checks.service.ts';
import { covers } from './certificate.entity.ts';

/**
 * Whether a host is to be in the next certificate. One that the present certificate covers stays where DNS did not answer:
 * its visitors would be warned because of a look-up that took too long. The authority looks for itself, and what it cannot
 * see is left out.
 *
 * @param covered names of the present certificate
 */
export function isOrdered(host: string, state: RecordState, covered: readonly string[]): boolean {
  return state === 'ok' || (state === 'unreachable' && covers(covered, host));
}
