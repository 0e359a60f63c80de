import { admittedPaths } from '../../request/owner-paths.ts';

const WELL_KNOWN = admittedPaths(['/.well-known/']);

/** RFC 8615: what machines have to reach, or nobody could point one to the site properly. Not what only begins so. */
export const isWellKnown = (target: string): boolean => WELL_KNOWN.admits(target);
