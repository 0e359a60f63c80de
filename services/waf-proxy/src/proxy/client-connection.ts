import type { Socket } from 'node:net';
import { type ClientAddress, parseAddress, UNKNOWN_ADDRESS } from './client-address.ts';
import type { RequestContext } from './request-context.ts';

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
  /** The newest request: the one whose body is being read, if any is. */
  latest: RequestContext | null = null;

  constructor(socket: Socket, secure: boolean, serverName: string) {
    this.peer = parseAddress(socket.remoteAddress ?? '') ?? UNKNOWN_ADDRESS;
    this.remotePort = socket.remotePort ?? 0;
    this.localAddress = socket.localAddress ?? '';
    this.localPort = socket.localPort ?? 0;
    this.secure = secure;
    this.serverName = serverName;
  }
}
