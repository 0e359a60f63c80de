import { BusError, type BusErrorCode, TransientError } from '../contract/errors.ts';

const NETWORK_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * PostgreSQL conditions that pass by themselves (Appendix A of its manual): connection exceptions (08), insufficient
 * resources (53), operator intervention (57P), system errors (58), serialization failure and deadlock (40001, 40P01),
 * lock not available (55P03), read-only during a fail-over (25006).
 */
const SQLSTATE = /^(08...|53...|57P..|58...|40001|40P01|55P03|25006)$/;

/** gRPC: DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE. */
const GRPC_CODES: ReadonlySet<unknown> = new Set([4, 8, 14]);

/** A handler that publishes and cannot just now. */
const BUS_CODES: ReadonlySet<BusErrorCode> = new Set([
  'bus_unavailable',
  'bus_full',
  'publisher_overloaded',
  'bus_closed',
]);

/** What node-postgres throws without a code when its connection breaks. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

const MAX_DEPTH = 5;

/**
 * Whether a handler failed because of its surroundings and not because of its event. Looks through `cause` and
 * TypeORM's `driverError`. Unsure means no: an event that fails for ever must end as a dead letter, not block its partition.
 */
export function isTransient(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
  if (error instanceof TransientError) return true;
  if (error instanceof BusError) return BUS_CODES.has(error.code);
  const { code, kind, message, cause, driverError } = error as Record<string, unknown>;
  return (
    NETWORK_CODES.has(code) ||
    GRPC_CODES.has(code) ||
    (typeof code === 'string' && SQLSTATE.test(code)) ||
    // DomainError of nest-kit: another service could not be asked.
    kind === 'unavailable' ||
    (typeof message === 'string' && LOST_CONNECTION.test(message)) ||
    isTransient(cause, depth + 1) ||
    isTransient(driverError, depth + 1)
  );
}
