import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type ClientAddress, parseAddress, UNKNOWN_ADDRESS } from '../io/addresses/client-address.ts';
import type { ProxiedPeer } from '../io/proxy-protocol/parse-proxy-header.ts';
import type { ClientCertificate } from './client-certificate.ts';

/** What the client's TLS ClientHello showed. */
export interface ClientFingerprint {
  /** '' where it could not be parsed. */
  readonly ja4: string;
}

/** The client's TLS handshake, as reported by the server that terminated TLS. */
export interface ClientHandshake {
  /** '1.2' or '1.3'. */
  readonly version: string;
  /** Minimum key size of the negotiated cipher. */
  readonly keyBits: number;
  /** SNI; empty without one. */
  readonly serverName: string;
  readonly fingerprint: ClientFingerprint | null;
}

/** Facts about one client connection that hold for all of its requests; computed once, on its first request. */
export class ClientConnection {
  readonly peer: ClientAddress;
  readonly remotePort: number;
  readonly localAddress: string;
  readonly localPort: number;
  readonly secure: boolean;
  /** SNI; empty without one. */
  readonly serverName: string;
  /** '1.2' or '1.3'; empty without TLS. */
  readonly tlsVersion: string;
  /** Minimum key size of the negotiated cipher, in bits; 0 or absent: unknown. */
  readonly keyBits?: number;
  /** Null: there was no handshake, or it was not inspected. */
  readonly fingerprint: ClientFingerprint | null;
  /** The client's own certificate; null or absent: none was requested. */
  certificate?: ClientCertificate | null = null;
  /** Whether the peer is one of the operator's own proxies; undefined until asked. */
  peerTrusted: boolean | undefined = undefined;

  /**
   * @param handshake null: clear text
   * @param via the client, as a load balancer in front of us reports it
   */
  constructor(socket: Socket, handshake: ClientHandshake | null, via: ProxiedPeer | null) {
    this.peer = parseAddress(via?.address ?? socket.remoteAddress ?? '') ?? UNKNOWN_ADDRESS;
    this.remotePort = via?.port ?? socket.remotePort ?? 0;
    this.localAddress = via?.localAddress ?? socket.localAddress ?? '';
    this.localPort = via?.localPort ?? socket.localPort ?? 0;
    this.secure = handshake !== null;
    this.serverName = handshake?.serverName.toLowerCase() ?? '';
    this.tlsVersion = handshake?.version ?? '';
    this.keyBits = handshake?.keyBits ?? 0;
    this.fingerprint = handshake?.fingerprint ?? null;
  }
}

const kConnection = Symbol('client connection');

interface KnownSocket extends Socket {
  [kConnection]?: ClientConnection;
}

/** Facts about the connection of a socket, read once. */
export function connectionOf(socket: Socket): ClientConnection {
  const known = socket as KnownSocket;
  return known[kConnection] ?? describe(known, null, null);
}

/**
 * As `connectionOf`, for a connection that a load balancer made for a client, or whose handshake was inspected. Must be
 * called before any other use of the socket.
 */
export function presentAs(
  socket: Socket,
  via: ProxiedPeer | null,
  fingerprint: ClientFingerprint | null = null,
): void {
  describe(socket, via, fingerprint);
}

/** As `presentAs`, for a connection whose TLS was terminated in front of us. */
export function presentSecured(socket: Socket, via: ProxiedPeer, handshake: ClientHandshake): void {
  const known: KnownSocket = socket;
  known[kConnection] = new ClientConnection(socket, handshake, via);
}

function describe(
  socket: KnownSocket,
  via: ProxiedPeer | null,
  fingerprint: ClientFingerprint | null,
): ClientConnection {
  const handshake = isSecured(socket)
    ? {
        version: (socket.getProtocol() ?? '').replace('TLSv', ''),
        keyBits: keyBitsIn(socket.getCipher()?.name ?? ''),
        serverName: typeof socket.servername === 'string' ? socket.servername : '',
        fingerprint,
      }
    : null;
  const connection = new ClientConnection(socket, handshake, via);
  socket[kConnection] = connection;
  return connection;
}

/** All accepted suites have 128- or 256-bit keys, and the name of one with 128 contains the number. */
const keyBitsIn = (cipher: string): number => (cipher === '' || cipher.includes('128') ? 128 : 256);

const isSecured = (socket: Socket): socket is TLSSocket & { servername?: string | false } =>
  'encrypted' in socket && socket.encrypted === true;
