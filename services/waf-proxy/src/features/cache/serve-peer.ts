import { serveOrForward } from './cache.ts';
import type { CacheRequest, CacheServices } from './cache-services.ts';
import { declinePeer } from './decline-peer.ts';

/** Another node's miss: it has judged the request by the site's policy, and judges the answer. What is not for sharing it asks the origin itself. */
export function servePeer(context: CacheRequest, edge: CacheServices): void {
  const isShared = context.method === 'GET' && context.body === null && context.site!.cache?.tiered === true;
  if (isShared && edge.cache !== null) serveOrForward(context, edge);
  else declinePeer(context);
}
