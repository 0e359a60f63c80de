import type { CacheRequest } from './cache-services.ts';
import type { CacheFacts } from './request-facts.ts';

/** Only of what any visitor could have asked: nothing that tells who it is leaves for another node. */
export const mayAskPeer = (context: CacheRequest, facts: CacheFacts) =>
  context.site!.cache!.tiered &&
  context.fromPeer === null &&
  !facts.hasCookie &&
  !facts.noStore &&
  context.site!.clientCertificates === null;
