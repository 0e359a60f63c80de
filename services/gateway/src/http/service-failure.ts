import { DomainError } from '@palisade/nest-kit';

const DETAIL = 'Part of the service is not available right now. Please try again.';
/** Error codes of a service that is down. */
const AWAY: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);

/** The error for clients when a service did not answer. */
export function serviceFailure(error: Error): DomainError {
  const cause = error.cause as { code?: unknown } | undefined;
  return AWAY.has(String(cause?.code))
    ? new DomainError('unavailable', 'service_unavailable', DETAIL, { retryAfter: 5 })
    : new DomainError('upstream', 'service_failed', DETAIL);
}
