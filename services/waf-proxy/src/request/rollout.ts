import type { ClientAddress } from '../io/addresses/client-address.ts';
import { networkOf } from '../io/shares/holder.ts';

/** A policy change that applies to a share of a site's visitors. Frozen. */
export interface Rollout {
  /** Written to request records. */
  readonly id: string;
  readonly sharePercent: number;
  /** Mixed into visitors' hashes: each roll-out selects different visitors, and strangers cannot predict which. */
  readonly seed: number;
}

type RolloutClient = Pick<ClientAddress, 'key' | 'family' | 'bits'>;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

export function rolloutOf(siteId: string, id: string, sharePercent: number): Rollout {
  return Object.freeze({ id, sharePercent, seed: mixedIn(mixedIn(FNV_OFFSET, siteId), id) });
}

/**
 * 32 bits that identify a visitor within a roll-out: an IPv4 address, or an IPv6 /48, the most that one household or
 * office usually has (RFC 6177). By /64, one subscriber would count as 65,536 visitors and could force a rollback of
 * any change that blocks what it sends.
 */
export function visitorOf(rollout: Rollout, client: RolloutClient): number {
  return avalanche(mixedIn(rollout.seed, client.family === 4 ? client.key : networkOf(client)));
}

/** The policy for this visitor: the same at every request, and still the candidate's when the share grows. */
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

/**
 * Neighbouring addresses differ only in their last characters, which FNV hardly spreads; this is MurmurHash3's
 * finaliser.
 */
function avalanche(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
