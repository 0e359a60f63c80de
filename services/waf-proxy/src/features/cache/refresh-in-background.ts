import { DiscardingReply } from '../../request/discarding-reply.ts';
import type { Reply } from '../../request/reply.ts';
import { RequestContext } from '../../request/request-context.ts';
import { newRequestId } from '../../request/request-id.ts';
import type { Verdict } from '../../request/verdict.ts';
import { type Asking, CacheExchange } from './cache-exchange.ts';
import type { CacheKey } from './cache-key.ts';
import type { CachedSite, CacheRequest, CacheServices } from './cache-services.ts';
import { mayAskPeer } from './may-ask-peer.ts';
import { originRequest } from './origin-request.ts';

/**
 * Refetches a stale response after its client was answered from it. The request is inspected again, so that its
 * response is, too; it leaves no log record, as no client made it.
 */
export function refreshInBackground(
  client: CacheRequest,
  edge: CacheServices,
  asking: Asking,
  key: CacheKey,
): void {
  const stale = asking.stale!;
  const { cacheRefreshes } = edge.pools;
  const place = cacheRefreshes.enter({ client: null, site: client.site });
  if (place === null) {
    stale.refreshing = false;
    return;
  }
  const done = () => {
    if (context.finished) return;
    context.finished = true;
    context.lifetime.end(true);
    cacheRefreshes.leave(place);
    stale.refreshing = false;
    edge.cache!.touch(stale);
  };
  const context = backgroundContext(client, new DiscardingReply(done));
  context.originRequest = originRequest(client.rawHeaders, key, asking.acceptEncoding, stale);
  if (asking.unusual.length === 0 && mayAskPeer(context, asking.facts)) context.peerKey = key.key;
  /** Requests that a rule refuses are not fetched. */
  const fetchUnlessRefused = (verdict: Verdict | null) => {
    if (verdict === null) edge.forward(context, new CacheExchange(context, edge, asking));
    else done();
  };
  const failed = (error: unknown) => {
    edge.reportFault('cache_refresh_failure', context, error);
    done();
  };
  try {
    const result = edge.inspect(context);
    // Rules that need more than one slice answer later.
    if (result instanceof Promise) result.then(fetchUnlessRefused).catch(failed);
    else fetchUnlessRefused(result);
  } catch (error) {
    failed(error);
  }
}

function backgroundContext(client: CacheRequest, reply: Reply): CacheRequest {
  const now = Date.now();
  const context = new RequestContext<CachedSite>({
    requestId: newRequestId(now),
    receivedAtMs: now,
    connection: client.connection,
    protocol: client.protocol,
    method: 'GET',
    rawTarget: client.rawTarget,
    rawHeaders: client.rawHeaders,
    head: client.head,
    body: null,
    reply,
    upgrade: null,
    sendContinue: null,
  });
  context.site = client.site;
  context.client = client.client;
  context.isRelayed = client.isRelayed;
  context.relayedFor = client.relayedFor;
  context.country = client.country;
  context.allowListed = client.allowListed;
  context.skips = client.skips;
  context.asksPlainPage = client.asksPlainPage;
  return context;
}
