import { DAY_MS } from '@palisade/basics';
import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as x509 from '@peculiar/x509';

const ROOT_LIFE = 3_650 * DAY_MS;
const LIFE = 90 * DAY_MS;
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';

interface Kept {
  /** PKCS #8, base64. */
  key: string;
  certificate: string;
}

/** Signs certificates for the demo's names with a root that is made once and kept. */
export class DemoAuthority {
  private readonly key: webcrypto.CryptoKey;
  private readonly root: x509.X509Certificate;
  /** Serial numbers, as far as this process knows. */
  readonly revoked = new Set<string>();

  private constructor(key: webcrypto.CryptoKey, root: x509.X509Certificate) {
    this.key = key;
    this.root = root;
  }

  static async open(folder: string): Promise<DemoAuthority> {
    const file = path.join(folder, 'authority.json');
    if (!existsSync(file)) await create(folder, file);
    const { key, certificate } = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    // For a browser that is to trust it.
    writeFileSync(path.join(folder, 'root.pem'), `${certificate}\n`);
    return new DemoAuthority(
      await webcrypto.subtle.importKey('pkcs8', Buffer.from(key, 'base64'), CURVE, false, ['sign']),
      new x509.X509Certificate(certificate),
    );
  }

  get rootPem(): string {
    return `${this.root.toString('pem')}\n`;
  }

  /**
   * @param csr DER; its key is taken, its names must be the order's
   * @throws Error if it is not signed with its own key, or asks for other names
   */
  async sign(csr: Uint8Array<ArrayBuffer>, names: readonly string[], listUrl: string): Promise<string> {
    const request = new x509.Pkcs10CertificateRequest(csr);
    if (!(await request.verify())) throw new Error('the request is not signed with its own key');
    const asked = request.extensions.find((part) => part instanceof x509.SubjectAlternativeNameExtension);
    const wanted = asked?.names.items.map(({ value }) => value.toLowerCase()).sort();
    if (JSON.stringify(wanted) !== JSON.stringify([...names].sort()))
      throw new Error('other names than ordered');
    const now = Date.now();
    const leaf = await x509.X509CertificateGenerator.create({
      serialNumber: newSerial(),
      notBefore: new Date(now - DAY_MS / 24),
      notAfter: new Date(now + LIFE),
      issuer: this.root.subject,
      publicKey: request.publicKey,
      signingKey: this.key,
      signingAlgorithm: SIGNATURE,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns', value }))),
        new x509.ExtendedKeyUsageExtension([SERVER_AUTHENTICATION]),
        await x509.AuthorityKeyIdentifierExtension.create(this.root.publicKey),
        new x509.CRLDistributionPointsExtension([listUrl]),
      ],
    });
    return `${leaf.toString('pem')}\n${this.rootPem}`;
  }

  /** When a certificate should be replaced (RFC 9773): one that was revoked should have been yesterday. */
  renewal(id: string): object {
    const serial = Buffer.from(id.split('.')[1] ?? '', 'base64url').toString('hex');
    const start = Date.now() + (this.revoked.has(serial) ? -2 * DAY_MS : (LIFE * 2) / 3);
    return {
      suggestedWindow: { start: new Date(start).toISOString(), end: new Date(start + DAY_MS).toISOString() },
    };
  }

  /** The list of revoked certificates, DER. */
  async list(): Promise<Buffer> {
    const list = await x509.X509CrlGenerator.create({
      issuer: this.root.subject,
      thisUpdate: new Date(Date.now() - DAY_MS / 24),
      nextUpdate: new Date(Date.now() + DAY_MS),
      entries: [...this.revoked].map((serialNumber) => ({ serialNumber, revocationDate: new Date() })),
      signingAlgorithm: SIGNATURE,
      signingKey: this.key,
    });
    return Buffer.from(list.rawData);
  }

  /** @param certificate DER. False: not one of ours. */
  async revoke(certificate: Uint8Array<ArrayBuffer>): Promise<boolean> {
    const leaf = new x509.X509Certificate(certificate);
    if (!(await leaf.verify({ publicKey: this.root.publicKey }))) return false;
    this.revoked.add(leaf.serialNumber);
    return true;
  }
}

async function create(folder: string, file: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keys = (await webcrypto.subtle.generateKey(CURVE, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const name = 'O=Palisade, CN=Demo authority (trust it on this machine only)';
  const root = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + ROOT_LIFE),
    subject: name,
    issuer: name,
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    signingAlgorithm: SIGNATURE,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const kept: Kept = { key, certificate: root.toString('pem') };
  writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
}

const newSerial = (): string => `40${randomBytes(15).toString('hex')}`;
