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
  /** Identifies the route to the node for a host. */
  readonly way: string;
  readonly endpoint: OriginEndpoint;
}

/**
 * Selects which other edge node is asked for what this one has not stored: for each key the same, wherever the visitor
 * is.
 */
export class Peers {
  readonly seal: PeerSeal;
  readonly changes = new RecentChanges();
  private readonly nodeId: string;
  private readonly known: readonly PeerAddress[];
  private readonly now: () => number;
  private readonly rests = new PeerRests();
  /** Nodes that report, including this one. */
  private candidates: readonly (PeerAddress | null)[] = [null];

  /** @param known all nodes of the installation; may include this one */
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

  /** Nodes that are alive and in service. Others are not asked, since a node cut off from Redis misses purges. */
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

  /** Null: ask the origin. */
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

  /**
   * The node cannot be reached or does not answer. @param isNamed it rejected the visited host, so that other hosts may
   * work
   */
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

/** Rendezvous hashing: a node that comes or goes moves only its own keys. */
const rankOf = (node: string, key: string): string =>
  createHash('sha256').update(`${node}\n${key}`).digest('hex');

/** TLS to it presents the site's own certificate, which only the installation has. */
function chosenOf(peer: PeerAddress, { site, scheme, visitedHost }: AskedFor): ChosenPeer | null {
  const useTls = scheme === 'https';
  const port = useTls ? peer.httpsPort : peer.httpPort;
  if (port === null) return null;
  const { node, host } = peer;
  const serverName = useTls ? visitedHost : '';
  const way = `peer|${useTls ? 'tls' : 'tcp'}|${host}|${port}`;
  const key = `${way}|${serverName}`;
  const endpoint = {
    key,
    host,
    port,
    useTls,
    verifyTls: true,
    serverName,
    client: null,
    http2: false,
    site,
  } as const;
  return { node, way, endpoint: { ...endpoint, isPeer: true } };
}

/** Removes our own header from a response; false: not an answer of a node that accepted the request as ours. */
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

/** Whether an interim response confirms that the node has the request. */
export const isPeerAsking = (headers: readonly string[]) =>
  valuesOf(headers, PEER_FIELD_LOWER).includes(PEER_ASKING);
