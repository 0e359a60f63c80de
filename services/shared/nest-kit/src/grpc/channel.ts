import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type ChannelCredentials, experimental, type ServerCredentials } from '@grpc/grpc-js';
import { CertificateFeed } from './certificate-feed.ts';

/** A service's certificate for connections, and the CA that it verifies others by. */
export interface ChannelSettings {
  /** Ed25519, PKCS #8 DER in base64: the key of the service's own certificate. */
  PALISADE_INTERNAL_PRIVATE_KEY: string;
  /** Service → its certificate, signed by itself (DER, base64); two with a comma while one replaces the other. */
  PALISADE_INTERNAL_CERTIFICATES: Readonly<Record<string, string>>;
}

interface Known {
  key: Buffer;
  own: X509Certificate;
  certificates: ReadonlyMap<string, readonly X509Certificate[]>;
}

/**
 * Mutual TLS between services. Each has a certificate that it signed itself, and knows those of all others: there is no
 * authority whose key could make another service. Possession of the certificate's key is what is proven; names and
 * addresses do not matter.
 */
export class InternalChannel {
  private known: Known;
  private readonly identity: CertificateFeed;
  /** Its own and everybody's in one: grpc-js takes the two for a server in the other order than it says. */
  private readonly forServer: CertificateFeed;
  private readonly targets = new Map<string, CertificateFeed>();

  /** @throws Error that names the setting which is wrong */
  constructor(
    private readonly service: string,
    settings: ChannelSettings,
  ) {
    this.known = knownBy(service, settings);
    const own = () => ({ certificate: pem([this.known.own]), privateKey: this.known.key });
    this.identity = new CertificateFeed(own);
    this.forServer = new CertificateFeed(() => ({
      ...own(),
      caCertificate: pem([...this.known.certificates.values()].flat()),
    }));
  }

  /** When the service's own certificate ends. */
  get expiresAt(): Date {
    return new Date(this.known.own.validTo);
  }

  /** Other keys and certificates, for the connections to come. @throws Error that names the setting which is wrong */
  prepare(settings: ChannelSettings): () => void {
    const next = knownBy(this.service, settings);
    for (const target of this.targets.keys()) certificatesOf(next.certificates, target);
    return () => {
      this.known = next;
      for (const feed of [this.identity, this.forServer, ...this.targets.values()]) feed.changed();
    };
  }

  /** To call `target`: nobody else's certificate will do. */
  toward(target: string): ChannelCredentials {
    const expected = () => certificatesOf(this.known.certificates, target);
    expected();
    const feed = this.targets.get(target) ?? new CertificateFeed(() => ({ caCertificate: pem(expected()) }));
    this.targets.set(target, feed);
    return experimental.createCertificateProviderChannelCredentials(feed, this.identity, {
      checkServerIdentity: (_host, shown) =>
        expected().some(({ raw }) => raw.equals(shown.raw)) ? undefined : new Error(`that is not ${target}`),
    });
  }

  /** For a server: callers without a certificate of ours are refused. */
  server(): ServerCredentials {
    return experimental.createCertificateProviderServerCredentials(this.forServer, this.forServer, true);
  }

  /** Whether a peer's certificate is this service's. */
  isOf(service: string, shown: { raw?: Buffer } | undefined): boolean {
    const { raw } = shown ?? {};
    return (
      raw !== undefined &&
      (this.known.certificates.get(service) ?? []).some((certificate) => certificate.raw.equals(raw))
    );
  }
}

function knownBy(service: string, settings: ChannelSettings): Known {
  const key = createPrivateKey({
    key: Buffer.from(settings.PALISADE_INTERNAL_PRIVATE_KEY, 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const certificates = new Map(
    Object.entries(settings.PALISADE_INTERNAL_CERTIFICATES).map(([name, texts]) => [
      name,
      texts.split(',').map((text) => new X509Certificate(Buffer.from(text, 'base64'))),
    ]),
  );
  const own = certificatesOf(certificates, service).find((certificate) => certificate.checkPrivateKey(key));
  if (own === undefined)
    throw new Error(
      `PALISADE_INTERNAL_CERTIFICATES: ${service}'s is not of its PALISADE_INTERNAL_PRIVATE_KEY`,
    );
  return { key: Buffer.from(key.export({ format: 'pem', type: 'pkcs8' })), own, certificates };
}

function certificatesOf(
  certificates: ReadonlyMap<string, readonly X509Certificate[]>,
  name: string,
): readonly X509Certificate[] {
  const found = certificates.get(name);
  if (found === undefined) throw new Error(`PALISADE_INTERNAL_CERTIFICATES has none of ${name}`);
  return found;
}

const pem = (certificates: readonly X509Certificate[]): Buffer =>
  Buffer.from(certificates.map((certificate) => certificate.toString()).join('\n'));
