import { OperatorError } from '../base/operator-error.ts';

/** Major versions of PostgreSQL. */
export interface Majors {
  backup: number;
  server: number;
}

/** Of versions such as 180004. */
export const majorsOf = (backup: number, server: number): Majors => ({
  backup: Math.floor(backup / 10_000),
  server: Math.floor(server / 10_000),
});

/**
 * An older server may understand what a newer one has written, so it is tried; where it does not, that is told as the reason.
 * @throws OperatorError `server_older`, or the cause, where it has another reason
 */
export function throwOlder(cause: unknown, { backup, server }: Majors): never {
  if (server >= backup || !(cause instanceof OperatorError) || cause.code !== 'postgres_tool_failed')
    throw cause;
  throw new OperatorError(
    'server_older',
    `The backup is of PostgreSQL ${backup}; this is ${server}, which does not understand all of it: ${cause.message}`,
    `Restore it into PostgreSQL ${backup} or newer. Nothing was changed.`,
    { cause },
  );
}
