import type { ClientAddress } from '../io/addresses/client-address.ts';

/** What one edge node says to another beside the request, and in its answer: among `CLAIMED_FIELDS`, so that no visitor's goes on. */
export const PEER_FIELD = 'Palisade-Peer';
/** As `valuesOf` and others compare names. */
export const PEER_FIELD_LOWER = 'palisade-peer';
/** The answer comes from the site's cache or origin; any other answer is none. */
export const PEER_ANSWERED = 'answered';

/** For whom another edge node asks, which has judged the request. */
export interface PeerVisitor {
  readonly client: ClientAddress;
  readonly requestId: string;
}
