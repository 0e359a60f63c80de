import { statSync } from 'node:fs';

/** Where Debian's, Fedora's and Alpine's packages of ClamAV listen. */
const DEFAULT_SOCKETS = ['/run/clamav/clamd.ctl', '/run/clamd.scan/clamd.sock', '/run/clamav/clamd.sock'];
const NONE = 'none';

/**
 * The virus scanner for uploads: what was asked for, or else one that this machine runs.
 *
 * @param given a socket, `host:port`, or "none"; undefined: look for one.
 * @returns null: there is none; what becomes of uploads that should be scanned is each site's setting.
 */
export function clamdAddress(
  given: string | undefined,
  usual: readonly string[] = DEFAULT_SOCKETS,
): string | null {
  if (given === NONE) return null;
  if (given !== undefined && given !== '') return given;
  return usual.find((file) => statSync(file, { throwIfNoEntry: false })?.isSocket()) ?? null;
}
