import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type ClientAddress, parseAddress, UNKNOWN_ADDRESS } from '../io/addresses/client-address.ts';
import type { ProxiedPeer } from '../io/proxy-protocol/parse-proxy-header.ts';
import type { ClientCertificate } from './client-certificate.ts';

/** How a client's TLS handshake began. */
export interface ClientFingerprint {
  /** '': it could not be read. */
  readonly ja4: string;
}

/** The handshake of whom a connection is, as who ended TLS tells it. */
export interface ClientHandshake {
  /** '1.2' or '1.3'. */
  readonly version: string;
  /** Of what it agreed on to encrypt with, at least. */
  readonly keyBits: number;
  /** The name that it was for; empty without one. */
  readonly serverName: string;
  readonly fingerprint: ClientFingerprint | null;
}

/** What stays true for all requests of one client connection; computed once, on its first request. */
export class ClientConnection {
  readonly peer: ClientAddress;
  readonly remotePort: number;
  readonly localAddress: string;
  readonly localPort: number;
  readonly secure: boolean;
  /** The name in the TLS handshake; empty without one. */
  readonly serverName: string;
  /** '1.2' or '1.3'; empty without TLS. */
  readonly tlsVersion: string;
  /** At least so many bits has the key of its cipher; 0 or absent: there is none. */
  readonly keyBits?: number;
  /** Null: there was no handshake, or nobody has looked at it. */
  readonly fingerprint: ClientFingerprint | null;
  /** What the handshake has shown of the client's own; null or absent: it did not ask for any. */
  certificate?: ClientCertificate | null = null;
  /** Whether the peer is one of the operator's own proxies; undefined until asked. */
  peerTrusted: boolean | undefined = undefined;

  /**
   * @param handshake null: clear text
   * @param via who connected to the balancer in front of us, if one said so
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

/** What is known about the connection behind a socket, read once. */
export function connectionOf(socket: Socket): ClientConnection {
  const known = socket as KnownSocket;
  return known[kConnection] ?? describe(known, null, null);
}

/**
 * As `connectionOf`, for one that a balancer made on somebody's behalf, or whose handshake somebody has looked at. Comes before
 * any other question.
 */
export function presentAs(
  socket: Socket,
  via: ProxiedPeer | null,
  fingerprint: ClientFingerprint | null = null,
): void {
  describe(socket, via, fingerprint);
}

/** As `presentAs`, for one that came over TLS to somebody in front of us. */
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

/** Every suite that is taken has keys of 128 bits or of 256, and its name says 128 or not. */
const keyBitsIn = (cipher: string): number => (cipher === '' || cipher.includes('128') ? 128 : 256);

const isSecured = (socket: Socket): socket is TLSSocket & { servername?: string | false } =>
  'encrypted' in socket && socket.encrypted === true;
