import * as local from '@palisade/local-servers';

/** Machines that build and test at the same time are slow; that alone is no failure. */
const TIMEOUT_MS = 60_000;

/** Tries until it works; the last error is the cause of what is thrown after `timeout` milliseconds. */
export function eventually<T>(what: string, attempt: () => Promise<T>, timeout = TIMEOUT_MS): Promise<T> {
  return local.eventually(what, attempt, timeout);
}
