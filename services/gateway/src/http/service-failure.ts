import { DomainError } from '@palisade/nest-kit';

const DETAIL = 'A part of the service is not available right now. Please try again.';
/** Nobody listens there. */
const AWAY: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);

/** What clients are told where a service did not answer. */
export function serviceFailure(error: Error): DomainError {
  const cause = error.cause as { code?: unknown } | undefined;
  return AWAY.has(String(cause?.code))
    ? new DomainError('unavailable', 'service_unavailable', DETAIL, { retryAfter: 5 })
    : new DomainError('upstream', 'service_failed', DETAIL);
}
