import { PEER_ASKING, PEER_FIELD } from '../../request/from-peer.ts';
import { serveOrForward } from './cache.ts';
import type { CacheRequest, CacheServices } from './cache-services.ts';
import { declinePeer } from './decline-peer.ts';

/**
 * Answers another node's cache miss. That node has judged the request by the site's policy and judges the response;
 * whatever cannot be shared it fetches from the origin itself.
 */
export function servePeer(context: CacheRequest, edge: CacheServices): void {
  const isShared = context.method === 'GET' && context.body === null && context.site!.cache?.tiered === true;
  if (!isShared || edge.cache === null) {
    declinePeer(context);
    return;
  }
  serveOrForward(context, edge);
  // The node that asks does not wait for one that says nothing.
  if (!context.reply.started) context.reply.informational(102, [PEER_FIELD, PEER_ASKING]);
}
