import type { RecordState } from '../dns/dns-checks.service.ts';
import { covers } from './certificate.entity.ts';

/**
 * Whether a host belongs in the next certificate. A host of the present one stays if DNS did not answer, or a slow
 * lookup would cause warnings for its visitors. The authority checks for itself, and names that it refuses are left
 * out.
 *
 * @param covered names of the present certificate
 */
export function isOrdered(host: string, state: RecordState, covered: readonly string[]): boolean {
  return state === 'ok' || (state === 'unreachable' && covers(covered, host));
}
