import { OperatorError } from './operator-error.ts';

/** A server is away, or there is no way to it. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const CALLS = new Set(['connect', 'read', 'getaddrinfo']);
/** PostgreSQL's driver has no codes for these. */
const NO_ANSWER = new Set(['timeout expired', 'Query read timeout', 'Connection terminated unexpectedly']);
/** Codes by which PostgreSQL lets nobody in: passwords, databases that are not there, too many connections, a server that starts or ends. */
const REFUSED = /^(28|08|3D000|53300|57P0)/;

/** A server that is away is no fault of this program: what it is, and what to do, without a stack. */
export async function asServerErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw named(cause) ?? cause;
  }
}

function named(cause: unknown): OperatorError | null {
  // A name with several addresses: each has failed.
  const error = (cause instanceof AggregateError ? cause.errors[0] : cause) as NodeJS.ErrnoException;
  if (error instanceof OperatorError || !(error instanceof Error)) return null;
  const { code = '', syscall = '', message } = error;
  if ((UNREACHABLE.has(code) && CALLS.has(syscall)) || NO_ANSWER.has(message)) {
    return new OperatorError(
      'server_unreachable',
      `A server does not respond: ${message}.`,
      'palisade doctor names it. When it runs, run the same command again.',
      { cause },
    );
  }
  if (!REFUSED.test(code)) return null;
  return new OperatorError(
    'database_refused',
    `PostgreSQL refuses the connection: ${message}.`,
    'palisade doctor says more. When it lets this user in, run the same command again.',
    { cause },
  );
}
