/** A change of a site's policy that a share of its visitors is judged by. Frozen. */
export interface Rollout {
  /** Stands in the records of requests. */
  readonly id: string;
  readonly sharePercent: number;
  /** What visitors are told apart by is mixed with this: each roll-out chooses others, and no stranger knows whom. */
  readonly seed: number;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

export function rolloutOf(siteId: string, id: string, sharePercent: number): Rollout {
  return Object.freeze({ id, sharePercent, seed: mixedIn(mixedIn(FNV_OFFSET, siteId), id) });
}

/** 32 bits that name a visitor within a roll-out. @param clientKey what limits count by: an address, or an IPv6 client's /64 */
export function visitorOf(rollout: Rollout, clientKey: string): number {
  return avalanche(mixedIn(rollout.seed, clientKey));
}

/** Whose policy judges this visitor: the same at every request, and the candidate's at every larger share as well. */
export function judgingSite<S extends { readonly rollout: Rollout | null }>(
  site: S & { readonly candidate: S | null },
  clientKey: string,
): S {
  const { candidate, rollout } = site;
  if (candidate === null || rollout === null) return site;
  return visitorOf(rollout, clientKey) % 100 < rollout.sharePercent ? candidate : site;
}

/** FNV-1a. */
function mixedIn(hash: number, text: string): number {
  let mixed = hash;
  for (let index = 0; index < text.length; index++)
    mixed = Math.imul(mixed ^ text.charCodeAt(index), FNV_PRIME);
  return mixed >>> 0;
}

/** Neighbouring addresses differ in their last characters only, which FNV hardly spreads: the finisher of MurmurHash3 does. */
function avalanche(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
