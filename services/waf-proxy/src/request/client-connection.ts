import type { Socket } from 'node:net';
import { type ClientAddress, parseAddress, UNKNOWN_ADDRESS } from '../io/addresses/client-address.ts';
import type { ProxiedPeer } from '../io/proxy-protocol/parse-proxy-header.ts';

/** What stays true for all requests of one client connection; computed once, on its first request. */
export class ClientConnection {
  readonly peer: ClientAddress;
  readonly remotePort: number;
  readonly localAddress: string;
  readonly localPort: number;
  readonly secure: boolean;
  /** The name in the TLS handshake; empty without one. */
  readonly serverName: string;
  /** Whether the peer is one of the operator's own proxies; undefined until asked. */
  peerTrusted: boolean | undefined = undefined;

  /** @param via who connected to the balancer in front of us, if one said so */
  constructor(socket: Socket, secure: boolean, serverName: string, via: ProxiedPeer | null) {
    this.peer = parseAddress(via?.address ?? socket.remoteAddress ?? '') ?? UNKNOWN_ADDRESS;
    this.remotePort = via?.port ?? socket.remotePort ?? 0;
    this.localAddress = via?.localAddress ?? socket.localAddress ?? '';
    this.localPort = via?.localPort ?? socket.localPort ?? 0;
    this.secure = secure;
    this.serverName = serverName;
  }
}

const kConnection = Symbol('client connection');

interface KnownSocket extends Socket {
  [kConnection]?: ClientConnection;
}

/** What is known about the connection behind a socket, read once. */
export function connectionOf(socket: Socket): ClientConnection {
  const known = socket as KnownSocket;
  return known[kConnection] ?? describe(known, null);
}

/** As `connectionOf`, for a connection that a balancer made on somebody's behalf. Comes before any other question. */
export function presentAs(socket: Socket, via: ProxiedPeer): void {
  describe(socket, via);
}

/** As `presentAs`, for one that came over TLS to somebody in front of us, for that name. */
export function presentSecured(socket: Socket, via: ProxiedPeer, serverName: string): void {
  const known: KnownSocket = socket;
  known[kConnection] = new ClientConnection(socket, true, serverName.toLowerCase(), via);
}

function describe(socket: KnownSocket, via: ProxiedPeer | null): ClientConnection {
  const secure = 'encrypted' in socket && socket.encrypted === true;
  const serverName =
    secure && 'servername' in socket && typeof socket.servername === 'string' ? socket.servername : '';
  const connection = new ClientConnection(socket, secure, serverName.toLowerCase(), via);
  socket[kConnection] = connection;
  return connection;
}
