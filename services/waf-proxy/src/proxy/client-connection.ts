import type { Socket } from 'node:net';
import { type ClientAddress, parseAddress, UNKNOWN_ADDRESS } from './client-address.ts';

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

  constructor(socket: Socket, secure: boolean, serverName: string) {
    this.peer = parseAddress(socket.remoteAddress ?? '') ?? UNKNOWN_ADDRESS;
    this.remotePort = socket.remotePort ?? 0;
    this.localAddress = socket.localAddress ?? '';
    this.localPort = socket.localPort ?? 0;
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
  const existing = known[kConnection];
  if (existing !== undefined) return existing;
  const secure = 'encrypted' in socket && socket.encrypted === true;
  const serverName =
    secure && 'servername' in socket && typeof socket.servername === 'string' ? socket.servername : '';
  const connection = new ClientConnection(socket, secure, serverName.toLowerCase());
  known[kConnection] = connection;
  return connection;
}
