import type { CacheKey } from '../../cache/cache-key.ts';
import { originRequest } from '../../cache/origin-request.ts';
import type { Edge } from '../edge.ts';
import type { Reply } from '../reply.ts';
import { RequestContext } from '../request-context.ts';
import { newRequestId } from '../request-id.ts';
import { type Asking, CacheExchange } from './cache-exchange.ts';
import { forward } from './forward.ts';
import { inspectRequest } from './inspect-request.ts';

/**
 * Fetches a stale response anew after its client has been answered from it. The request is inspected again, so that its
 * response is, too; it leaves no record in the log, since nobody has asked for it.
 */
export function refreshInBackground(client: RequestContext, edge: Edge, asking: Asking, key: CacheKey): void {
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
    cacheRefreshes.leave(place);
    stale.refreshing = false;
    edge.cache!.touch(stale);
  };
  const context = backgroundContext(client, new NobodysReply(done));
  context.originRequest = originRequest(client.rawHeaders, key, asking.acceptEncoding, stale);
  const verdict = inspectRequest(context, edge);
  // Without a body there is nothing to wait for; what a rule refuses is not fetched.
  if (verdict !== null) {
    done();
    return;
  }
  forward(context, edge, new CacheExchange(context, edge, asking));
}

function backgroundContext(client: RequestContext, reply: Reply): RequestContext {
  const now = Date.now();
  const context = new RequestContext({
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
  context.country = client.country;
  context.allowListed = client.allowListed;
  return context;
}

/** Takes everything and tells when it is over. */
class NobodysReply implements Reply {
  readonly #over: () => void;
  started = false;

  constructor(over: () => void) {
    this.#over = over;
  }

  informational(): void {
    // Nobody listens.
  }

  head(): void {
    this.started = true;
  }

  write(): boolean {
    return true;
  }

  flush(): void {
    // Nobody waits.
  }

  end(): void {
    this.started = true;
    this.#over();
  }

  onDrain(): void {
    // Never full.
  }

  abort(): void {
    this.#over();
  }

  closeAfter(): void {
    // There is no connection.
  }
}
