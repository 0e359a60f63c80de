import { createHash } from 'node:crypto';
import type { ResponseHead } from '../../http/response-head.ts';
import { PEER_ANSWERED, PEER_FIELD_LOWER } from '../../request/from-peer.ts';
import type { OriginEndpoint } from '../origin-connect.ts';
import type { PeerAddress } from './peer-list.ts';
import type { PeerSeal } from './peer-seal.ts';
import { RecentChanges } from './recent-changes.ts';

/** A node that could not be connected to is not tried again for so long, by each way to it. */
const REST_MS = 5_000;
/** Ways that rest; strangers' host names are among them only where they are a site's. */
const MAX_RESTING = 1_000;
/** Until its answer begins: who waits for longer asks the origin. */
export const MAX_PEER_WAIT_MS = 5_000;

export interface AskedFor {
  readonly site: OriginEndpoint['site'] & object;
  readonly scheme: 'http' | 'https';
  /** Without a port. */
  readonly visitedHost: string;
  readonly key: string;
}

export interface ChosenPeer {
  readonly node: string;
  readonly endpoint: OriginEndpoint;
}

/** Which other edge node is asked for what this one has not stored: for each key the same one, wherever the visitor is. */
export class Peers {
  readonly seal: PeerSeal;
  readonly changes = new RecentChanges();
  private readonly nodeId: string;
  private readonly known: readonly PeerAddress[];
  private readonly now: () => number;
  private readonly resting = new Map<string, number>();
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
      const endpoint = peer === null ? null : endpointOf(peer, asked);
      if (peer !== null && (endpoint === null || this.rests(endpoint.key, now))) continue;
      best = peer === null ? null : { node: peer.node, endpoint: endpoint! };
      bestRank = rank;
    }
    return best;
  }

  /** It could not be connected to. */
  unreachable({ endpoint }: ChosenPeer): void {
    if (this.resting.size >= MAX_RESTING) this.resting.clear();
    this.resting.set(endpoint.key, this.now() + REST_MS);
  }

  private rests(key: string, now: number): boolean {
    const until = this.resting.get(key);
    if (until === undefined) return false;
    if (until > now) return true;
    this.resting.delete(key);
    return false;
  }
}

/** Rendezvous hashing: a node that comes or goes takes only its own keys along. */
const rankOf = (node: string, key: string): string =>
  createHash('sha256').update(`${node}\n${key}`).digest('hex');

/** TLS to it shows the site's own certificate, which nobody but the installation has. */
function endpointOf(peer: PeerAddress, { site, scheme, visitedHost }: AskedFor): OriginEndpoint | null {
  const useTls = scheme === 'https';
  const port = useTls ? peer.httpsPort : peer.httpPort;
  if (port === null) return null;
  const { host } = peer;
  const serverName = useTls ? visitedHost : '';
  const key = `peer|${useTls ? 'tls' : 'tcp'}|${host}|${port}|${serverName}`;
  return { key, host, port, useTls, verifyTls: true, serverName, http2: false, site, isPeer: true };
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
