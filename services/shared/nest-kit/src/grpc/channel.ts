import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type ChannelCredentials, credentials, ServerCredentials } from '@grpc/grpc-js';

/** What a service shows to others on a connection, and by what it knows them. */
export interface ChannelSettings {
  /** Ed25519, PKCS #8 DER in base64: the key of the service's own certificate. */
  PALISADE_INTERNAL_PRIVATE_KEY: string;
  /** Service → its certificate, signed by itself (DER, base64). */
  PALISADE_INTERNAL_CERTIFICATES: Readonly<Record<string, string>>;
}

/**
 * Mutual TLS between services. Each has a certificate that it signed itself, and knows those of all others: there is no
 * authority whose key could make another service. Possession of the certificate's key is what is proven; names and
 * addresses do not matter.
 */
export class InternalChannel {
  private readonly key: Buffer;
  private readonly certificates: ReadonlyMap<string, X509Certificate>;

  /** @throws Error that names the setting which is wrong */
  constructor(
    private readonly service: string,
    settings: ChannelSettings,
  ) {
    const key = createPrivateKey({
      key: Buffer.from(settings.PALISADE_INTERNAL_PRIVATE_KEY, 'base64'),
      format: 'der',
      type: 'pkcs8',
    });
    this.key = Buffer.from(key.export({ format: 'pem', type: 'pkcs8' }));
    this.certificates = new Map(
      Object.entries(settings.PALISADE_INTERNAL_CERTIFICATES).map(([name, text]) => [
        name,
        new X509Certificate(Buffer.from(text, 'base64')),
      ]),
    );
    if (!this.certificateOf(service).checkPrivateKey(key))
      throw new Error(
        `PALISADE_INTERNAL_CERTIFICATES: ${service}'s is not of its PALISADE_INTERNAL_PRIVATE_KEY`,
      );
  }

  /** When the service's own certificate ends. */
  get expiresAt(): Date {
    return new Date(this.certificateOf(this.service).validTo);
  }

  /** To call `target`: nobody else's certificate will do. */
  toward(target: string): ChannelCredentials {
    const expected = this.certificateOf(target);
    return credentials.createSsl(pem([expected]), this.key, pem([this.certificateOf(this.service)]), {
      checkServerIdentity: (_host, shown) =>
        shown.raw.equals(expected.raw) ? undefined : new Error(`that is not ${target}`),
    });
  }

  /** To be called: whoever comes without a certificate of ours does not get in. */
  server(): ServerCredentials {
    const own = { private_key: this.key, cert_chain: pem([this.certificateOf(this.service)]) };
    return ServerCredentials.createSsl(pem([...this.certificates.values()]), [own], true);
  }

  /** Whether a peer's certificate is this service's. */
  isOf(service: string, shown: { raw?: Buffer } | undefined): boolean {
    return shown?.raw !== undefined && this.certificates.get(service)?.raw.equals(shown.raw) === true;
  }

  private certificateOf(name: string): X509Certificate {
    const found = this.certificates.get(name);
    if (found === undefined) throw new Error(`PALISADE_INTERNAL_CERTIFICATES has none of ${name}`);
    return found;
  }
}

const pem = (certificates: readonly X509Certificate[]): Buffer =>
  Buffer.from(certificates.map((certificate) => certificate.toString()).join('\n'));
