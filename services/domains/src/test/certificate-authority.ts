import 'reflect-metadata';
import { KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { DAY_MS } from '@palisade/basics';
import * as x509 from '@peculiar/x509';

export type KeyKind = 'P-256' | 'P-384' | 'P-521' | 'RSA-1024' | 'RSA-2048';

export interface Issued {
  certPem: string;
  keyPem: string;
  /** Upper-case hexadecimal. */
  serial: string;
}

export interface IssueOptions {
  names?: string[];
  key?: KeyKind;
  notBefore?: Date;
  notAfter?: Date;
  purposes?: string[];
  isAuthority?: boolean;
  revocationList?: string;
  hash?: 'SHA-1' | 'SHA-256';
}

/** A certificate authority of a test's own, with an intermediate as public ones have it. */
export class TestAuthority {
  private constructor(
    private readonly keys: webcrypto.CryptoKeyPair,
    private readonly certificate: x509.X509Certificate,
    readonly rootPem: string,
  ) {}

  static async create(name = 'Test'): Promise<TestAuthority> {
    const [rootKeys, keys] = await Promise.all([newKeys('P-256'), newKeys('P-256')]);
    const root = await x509.X509CertificateGenerator.create({
      ...validity({}),
      serialNumber: newSerial(),
      subject: `CN=${name} Root`,
      issuer: `CN=${name} Root`,
      publicKey: rootKeys.publicKey,
      signingKey: rootKeys.privateKey,
      signingAlgorithm: signature('P-256'),
      extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
    });
    const certificate = await x509.X509CertificateGenerator.create({
      ...validity({}),
      serialNumber: newSerial(),
      subject: `O=${name} Inc, CN=${name} Intermediate`,
      issuer: root.subject,
      publicKey: keys.publicKey,
      signingKey: rootKeys.privateKey,
      signingAlgorithm: signature('P-256'),
      extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
    });
    return new TestAuthority(keys, certificate, root.toString('pem'));
  }

  get intermediatePem(): string {
    return `${this.certificate.toString('pem')}\n`;
  }

  async issue(options: IssueOptions = {}): Promise<Issued> {
    const keys = await newKeys(options.key ?? 'P-256');
    const serialNumber = newSerial();
    const leaf = await x509.X509CertificateGenerator.create({
      ...validity(options),
      serialNumber,
      issuer: this.certificate.subject,
      publicKey: keys.publicKey,
      signingKey: this.keys.privateKey,
      signingAlgorithm: { name: 'ECDSA', hash: options.hash ?? 'SHA-256' },
      extensions: [
        new x509.BasicConstraintsExtension(options.isAuthority ?? false, undefined, true),
        new x509.SubjectAlternativeNameExtension(
          (options.names ?? ['shop.example']).map((value) => ({ type: 'dns', value })),
        ),
        new x509.ExtendedKeyUsageExtension(options.purposes ?? ['1.3.6.1.5.5.7.3.1']),
        await x509.AuthorityKeyIdentifierExtension.create(this.keys.publicKey),
        ...(options.revocationList === undefined
          ? []
          : [new x509.CRLDistributionPointsExtension([options.revocationList])]),
      ],
    });
    return {
      certPem: `${leaf.toString('pem')}\n`,
      keyPem: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
      serial: serialNumber.toUpperCase(),
    };
  }

  /** DER. */
  async revocationList(
    serials: readonly string[],
    {
      thisUpdate = new Date(Date.now() - DAY_MS),
      nextUpdate = new Date(Date.now() + DAY_MS),
    }: { thisUpdate?: Date; nextUpdate?: Date } = {},
  ): Promise<Buffer> {
    const list = await x509.X509CrlGenerator.create({
      issuer: this.certificate.subject,
      thisUpdate,
      nextUpdate,
      entries: serials.map((serialNumber) => ({ serialNumber, revocationDate: new Date() })),
      signingAlgorithm: signature('P-256'),
      signingKey: this.keys.privateKey,
    });
    return Buffer.from(list.rawData);
  }
}

const newSerial = (): string => `40${randomBytes(15).toString('hex')}`;
const signature = (_curve: 'P-256') => ({ name: 'ECDSA', hash: 'SHA-256' });
const validity = ({ notBefore, notAfter }: IssueOptions) => ({
  notBefore: notBefore ?? new Date(Date.now() - DAY_MS),
  notAfter: notAfter ?? new Date(Date.now() + 90 * DAY_MS),
});

async function newKeys(kind: KeyKind): Promise<webcrypto.CryptoKeyPair> {
  const algorithm = kind.startsWith('RSA')
    ? {
        name: 'RSASSA-PKCS1-v1_5',
        modulusLength: Number(kind.slice('RSA-'.length)),
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: 'SHA-256',
      }
    : { name: 'ECDSA', namedCurve: kind };
  return (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
}
