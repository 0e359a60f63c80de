import type { ListSet } from '@palisade/edge-state';
import { ja4Of } from '../../request/client-tls.ts';
import type { ListedRequest } from '../../request/listed-clients.ts';

const NONE = -1;

/**
 * Index of the entry that contains the request's client; -1: none, or the client's country or user agent is unknown.
 */
export function placeInList(set: ListSet, request: ListedRequest): number {
  switch (set.kind) {
    case 'addresses':
      return set.find(request.client.family, request.client.bits);
    case 'asns': {
      const asn = request.country?.asn ?? 0;
      return asn === 0 ? NONE : set.find(String(asn));
    }
    case 'countries':
      return set.find(request.country?.code ?? '');
    case 'fingerprints':
      return set.find(ja4Of(request));
    case 'user_agents':
      return placeOfAgent(set, request.rawHeaders);
  }
}

/** A request with several user agents is on the list by any of them. */
function placeOfAgent(set: Extract<ListSet, { kind: 'user_agents' }>, rawHeaders: readonly string[]): number {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.length !== USER_AGENT.length || rawHeaders[index]!.toLowerCase() !== USER_AGENT)
      continue;
    const place = set.find(rawHeaders[index + 1]!);
    if (place >= 0) return place;
  }
  return NONE;
}

const USER_AGENT = 'user-agent';
