import type { ClientAddress } from '../io/addresses/client-address.ts';
import { networkOf } from '../io/shares/holder.ts';

/** A change of a site's policy that a share of its visitors is judged by. Frozen. */
export interface Rollout {
  /** Stands in the records of requests. */
  readonly id: string;
  readonly sharePercent: number;
  /** What visitors are told apart by is mixed with this: each roll-out chooses others, and no stranger knows whom. */
  readonly seed: number;
}

type RolloutClient = Pick<ClientAddress, 'key' | 'family' | 'bits'>;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

export function rolloutOf(siteId: string, id: string, sharePercent: number): Rollout {
  return Object.freeze({ id, sharePercent, seed: mixedIn(mixedIn(FNV_OFFSET, siteId), id) });
}

/**
 * 32 bits that name a visitor within a roll-out: an IPv4 address, or the /48 of an IPv6 one, which is what one household or office
 * can have at most (RFC 6177). By /64, one of them would be 65,536 visitors, and could have any change taken back that
 * blocks something it can send.
 */
export function visitorOf(rollout: Rollout, client: RolloutClient): number {
  return avalanche(mixedIn(rollout.seed, client.family === 4 ? client.key : networkOf(client)));
}

/** Whose policy judges this visitor: the same at every request, and the candidate's at every larger share as well. */
export function judgingSite<S extends { readonly rollout: Rollout | null }>(
  site: S & { readonly candidate: S | null },
  client: RolloutClient,
): S {
  const { candidate, rollout } = site;
  if (candidate === null || rollout === null) return site;
  return visitorOf(rollout, client) % 100 < rollout.sharePercent ? candidate : site;
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
