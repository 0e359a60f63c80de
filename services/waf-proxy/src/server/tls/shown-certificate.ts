import { X509Certificate } from 'node:crypto';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { numbersToAuthority } from '../../request/certificate-path.ts';
import { ClientCertificate } from '../../request/client-certificate.ts';
import type { CertificatesAsked } from '../connections/server-ports.ts';

/** A certificate of a client; usual ones have 1 or 2 kB. OpenSSL keeps all names of one as long as the connection. */
const MAX_CERTIFICATE = 8_192;
/** Size of a TLS session besides the client's certificate. */
const REST_OF_SESSION = 512;
const MAX_SENT = 16;

/** What Node has of OpenSSL's connection, as far as it is asked here. */
interface TlsHandle {
  verifyError(): Error | null | undefined;
  getPeerX509Certificate(): unknown;
}

/** DER: the client's certificate and its chain. Null: it is larger than any in use. */
type Shown = readonly Buffer[] | null;
const shownOn = new WeakMap<TLSSocket, Shown>();

/**
 * To be called before the handshake ends. Once it has ended, Node (24.21) takes the client's chain from OpenSSL as objects that it
 * throws away (`getPeerX509Certificate`): nobody can ask for the chain any more, and what is taken so is never freed, some 8 kB a
 * certificate and connection. It is read before, by the call that copies, and what Node asks then is answered here.
 */
export function watchHandshake(socket: TLSSocket): void {
  socket.prependOnceListener('secure', () => shownOn.set(socket, read(socket)));
}

function read(socket: TLSSocket): Shown {
  const sessionBytes = socket.getSession()?.length ?? 0;
  if (sessionBytes > MAX_CERTIFICATE + REST_OF_SESSION) return null;
  const handle = (socket as unknown as { readonly _handle: TlsHandle })._handle;
  // Without a trusted authority there is nothing to follow: further data from a stranger is not parsed.
  if (handle.verifyError()) return chainOf(socket.getPeerCertificate(false) as DetailedPeerCertificate);
  const chain = chainOf(socket.getPeerCertificate(true));
  handle.getPeerX509Certificate = () => chain[0];
  return chain;
}

function chainOf(first: DetailedPeerCertificate): Buffer[] {
  const chain: Buffer[] = [];
  let certificate: DetailedPeerCertificate | null | undefined = first;
  while (certificate?.raw !== undefined && chain.length < MAX_SENT) {
    chain.push(certificate.raw);
    const { issuerCertificate }: Partial<DetailedPeerCertificate> = certificate;
    certificate = issuerCertificate === certificate ? null : issuerCertificate;
  }
  return chain;
}

/**
 * The client certificate of an observed handshake; null: one that is not evaluated, on a connection that is closed.
 *
 * @param asked null: the authorities used by TLS are unknown
 */
export function shownCertificate(
  socket: TLSSocket,
  asked: CertificatesAsked | null,
): ClientCertificate | null {
  const shown = shownOn.get(socket) ?? null;
  if (shown === null) return null;
  const [leaf = null, ...sent] = shown;
  const askedBy = asked?.policy.id ?? '';
  if (leaf === null || !socket.authorized || asked === null) {
    const error = String(socket.authorizationError ?? 'UNSPECIFIED');
    return new ClientCertificate({ leaf, error, numbers: null }, askedBy);
  }
  const others = sent.map((raw) => new X509Certificate(raw));
  const numbers = numbersToAuthority(new X509Certificate(leaf), others, asked.policy.signers, Date.now());
  return new ClientCertificate({ leaf, error: '', numbers }, askedBy);
}
