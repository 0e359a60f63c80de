import type { ClientAddress } from '../io/addresses/client-address.ts';

/** Header between edge nodes, on requests and answers. Visitors cannot send it: it is among `CLAIMED_FIELDS`. */
export const PEER_FIELD = 'Palisade-Peer';
/** In lower case, as `valuesOf` and others compare names. */
export const PEER_FIELD_LOWER = 'palisade-peer';
/** The answer comes from the site's cache or origin; an answer without it is not used. */
export const PEER_ANSWERED = 'answered';
/** An interim one (102): it has the request, and has to ask the origin or the disk. */
export const PEER_ASKING = 'asking';

/** The visitor for whom another edge node asks, which has judged the request already. */
export interface PeerVisitor {
  readonly client: ClientAddress;
  readonly requestId: string;
}
