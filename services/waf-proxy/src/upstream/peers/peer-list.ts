import { isIP } from 'node:net';
import { EDGE_NODE_ID } from '@palisade/edge-state';
import { AddressList } from '../../io/addresses/address-list.ts';

/** Another edge node, as configured by the operator. */
export interface PeerAddress {
  readonly node: string;
  readonly host: string;
  readonly httpsPort: number;
  /** Null: not available in clear text. */
  readonly httpPort: number | null;
}

/** Maximum number, as each is a candidate for every key. */
export const MAX_PEERS = 64;

const ENTRY = /^([^=]+)=(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]{1,253}):([0-9]{1,5})(?:\/([0-9]{1,5}))?$/;

/**
 * Parses `edge-2=10.0.0.2:8443/8080`: a node's name, host, TLS port and, if it may be asked in clear text, HTTP port.
 *
 * @throws Error with the invalid entry
 */
export function readPeers(entries: readonly string[]): PeerAddress[] {
  if (entries.length > MAX_PEERS) throw new Error(`at most ${MAX_PEERS} nodes`);
  const peers = entries.map(readPeer);
  if (new Set(peers.map(({ node }) => node)).size < peers.length) throw new Error('names a node twice');
  return peers;
}

function readPeer(entry: string): PeerAddress {
  const [, node = '', host = '', httpsPort = '', httpPort] = ENTRY.exec(entry) ?? [];
  if (!EDGE_NODE_ID.test(node) || host === '')
    throw new Error(`${JSON.stringify(entry)} is not NODE=HOST:PORT or NODE=HOST:PORT/PORT`);
  return {
    node,
    host: host.replace(/^\[|\]$/g, ''),
    httpsPort: portOf(httpsPort, entry),
    httpPort: httpPort === undefined ? null : portOf(httpPort, entry),
  };
}

function portOf(text: string, entry: string): number {
  const port = Number(text);
  if (port < 1 || port > 65_535) throw new Error(`${JSON.stringify(entry)} has a port that does not exist`);
  return port;
}

/** Of those that are named by an address. Of others, and of nodes behind a translation of addresses, nobody knows who they are before they ask. */
export const addressesOf = (peers: readonly PeerAddress[]): AddressList =>
  new AddressList(peers.map(({ host }) => host).filter((host) => isIP(host) !== 0));
