import { createHash } from 'node:crypto';
import { valuesOf } from '../../http/header-lines.ts';
import type { ResponseHead } from '../../http/response-head.ts';
import { PEER_ANSWERED, PEER_ASKING, PEER_FIELD_LOWER } from '../../request/from-peer.ts';
import type { OriginEndpoint } from '../origin-connect.ts';
import type { PeerAddress } from './peer-list.ts';
import { PeerRests } from './peer-rests.ts';
import type { PeerSeal } from './peer-seal.ts';
import { RecentChanges } from './recent-changes.ts';

export interface AskedFor {
  readonly site: OriginEndpoint['site'] & object;
  readonly scheme: 'http' | 'https';
  /** Without a port. */
  readonly visitedHost: string;
  readonly key: string;
}

export interface ChosenPeer {
  readonly node: string;
  /** To the node, whatever name is asked for there. */
  readonly way: string;
  readonly endpoint: OriginEndpoint;
}

/** Which other edge node is asked for what this one has not stored: for each key the same one, wherever the visitor is. */
export class Peers {
  readonly seal: PeerSeal;
  readonly changes = new RecentChanges();
  private readonly nodeId: string;
  private readonly known: readonly PeerAddress[];
  private readonly now: () => number;
  private readonly rests = new PeerRests();
  /** Those that report, and this one. */
  private candidates: readonly (PeerAddress | null)[] = [null];

  /** @param known all nodes of the installation; this one may be among them. */
  constructor(
    nodeId: string,
    known: readonly PeerAddress[],
    seal: PeerSeal,
    now: () => number = () => performance.now(),
  ) {
    this.nodeId = nodeId;
    this.known = known.filter(({ node }) => node !== nodeId);
    this.seal = seal;
    this.now = now;
  }

  /** Nodes that report alive and take visitors. Nobody else is asked: who is cut off from Redis hears of no purge. */
  useAlive(nodes: readonly string[]): void {
    this.candidates = [null, ...this.known.filter(({ node }) => nodes.includes(node))];
  }

  purged(siteId: string): void {
    this.changes.purged(siteId, this.now());
  }

  purgedEverything(): void {
    this.changes.purgedEverything(this.now());
  }

  changed(key: string): void {
    this.changes.changed(key, this.now());
  }

  /** Null: the origin is to be asked from here. */
  choose(asked: AskedFor): ChosenPeer | null {
    if (this.candidates.length === 1) return null;
    const now = this.now();
    if (this.changes.isRecent(asked.site.siteId, asked.key, now)) return null;
    let best: ChosenPeer | null = null;
    let bestRank = '';
    for (const peer of this.candidates) {
      const rank = rankOf(peer?.node ?? this.nodeId, asked.key);
      if (rank <= bestRank) continue;
      const chosen = peer === null ? null : chosenOf(peer, asked);
      if (peer !== null && (chosen === null || this.isResting(chosen, now))) continue;
      best = chosen;
      bestRank = rank;
    }
    if (best !== null) for (const way of waysOf(best)) this.rests.taken(way, now);
    return best;
  }

  /** It could not be connected to, or says nothing. @param isNamed by what it shows for the visited name: other names may do */
  unreachable({ way, endpoint }: ChosenPeer, isNamed: boolean): void {
    this.rests.failed(isNamed ? endpoint.key : way, this.now());
  }

  reached(chosen: ChosenPeer): void {
    for (const way of waysOf(chosen)) this.rests.reached(way);
  }

  private isResting(chosen: ChosenPeer, now: number): boolean {
    return waysOf(chosen).some((way) => this.rests.has(way, now));
  }
}

const waysOf = ({ way, endpoint }: ChosenPeer): readonly string[] => [way, endpoint.key];

/** Rendezvous hashing: a node that comes or goes takes only its own keys along. */
const rankOf = (node: string, key: string): string =>
  createHash('sha256').update(`${node}\n${key}`).digest('hex');

/** TLS to it shows the site's own certificate, which nobody but the installation has. */
function chosenOf(peer: PeerAddress, { site, scheme, visitedHost }: AskedFor): ChosenPeer | null {
  const useTls = scheme === 'https';
  const port = useTls ? peer.httpsPort : peer.httpPort;
  if (port === null) return null;
  const { node, host } = peer;
  const serverName = useTls ? visitedHost : '';
  const way = `peer|${useTls ? 'tls' : 'tcp'}|${host}|${port}`;
  const key = `${way}|${serverName}`;
  const endpoint = { key, host, port, useTls, verifyTls: true, serverName, http2: false, site } as const;
  return { node, way, endpoint: { ...endpoint, isPeer: true } };
}

/** Takes our own words out of an answer; false: it is none of a node that has taken the request for one of ours. */
export function takePeerAnswer(head: ResponseHead): boolean {
  let answered = false;
  const { headers } = head;
  for (let index = headers.length - 2; index >= 0; index -= 2) {
    const name = headers[index]!.toLowerCase();
    if (name === PEER_FIELD_LOWER) answered ||= headers[index + 1] === PEER_ANSWERED;
    else if (name !== 'cache-status') continue;
    headers.splice(index, 2);
  }
  return answered;
}

/** An interim answer by which a node says that it has the request, and asks further. */
export const isPeerAsking = (headers: readonly string[]) =>
  valuesOf(headers, PEER_FIELD_LOWER).includes(PEER_ASKING);
