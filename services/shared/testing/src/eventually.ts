import * as local from '@palisade/local-servers';

/** Machines that build and test at the same time are slow; that alone is no failure. */
const PATIENCE_MS = 60_000;

/** Tries until it works; the last error is the cause of what is thrown after `timeout` milliseconds. */
export function eventually<T>(what: string, attempt: () => Promise<T>, timeout = PATIENCE_MS): Promise<T> {
  return local.eventually(what, attempt, timeout);
}
