import { admittedPaths } from '../../request/owner-paths.ts';

const WELL_KNOWN = admittedPaths(['/.well-known/']);

/** RFC 8615 paths, which machines must reach for a site to work. Only whole segments count. */
export const isWellKnown = (target: string): boolean => WELL_KNOWN.admits(target);
