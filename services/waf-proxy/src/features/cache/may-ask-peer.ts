import type { CacheRequest } from './cache-services.ts';
import type { CacheFacts } from './request-facts.ts';

/** Only requests that any visitor could have made: nothing that identifies a visitor is sent to another node. */
export const mayAskPeer = (context: CacheRequest, facts: CacheFacts) =>
  context.site!.cache!.tiered &&
  context.fromPeer === null &&
  !facts.hasCookie &&
  !facts.noStore &&
  context.site!.clientCertificates === null;
