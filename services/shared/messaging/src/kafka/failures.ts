import { BusError } from '../contract/errors.ts';

/** Kafka's name of an error, such as `REBALANCE_IN_PROGRESS`; looks through what kafkajs wraps. Empty if it is none. */
export function kafkaErrorType(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > 5) return '';
  const { type, cause } = error as { type?: unknown; cause?: unknown };
  return typeof type === 'string' ? type : kafkaErrorType(cause, depth + 1);
}

export function describeFailure(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

export function unavailable(error: unknown): BusError {
  if (error instanceof BusError) return error;
  return new BusError('bus_unavailable', `Kafka: ${describeFailure(error)}`, error);
}

/** The group goes on without this member: what it held belongs to others now. */
export function isExpulsion(error: unknown): boolean {
  const type = kafkaErrorType(error);
  return type === 'UNKNOWN_MEMBER_ID' || type === 'ILLEGAL_GENERATION' || type === 'FENCED_INSTANCE_ID';
}
