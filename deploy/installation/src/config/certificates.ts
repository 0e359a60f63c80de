import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { KeyPair } from './keys.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;
/** No authority renews it and there are no revocation lists: a certificate ends when the others get another one. */
const LIFE = 10 * YEAR;
/** A new one is made, at the next start, when less is left. */
const RENEWED_BEFORE = YEAR;
const ALGORITHM = { name: 'Ed25519' } as const;

/** A certificate for `name`, signed with its own key: DER, base64. */
export async function selfSignedCertificate(name: string, keys: KeyPair): Promise<string> {
  const now = Date.now();
  const [privateKey, publicKey] = await Promise.all([
    webcrypto.subtle.importKey('pkcs8', Buffer.from(keys.privateKey, 'base64'), ALGORITHM, false, ['sign']),
    webcrypto.subtle.importKey('spki', Buffer.from(keys.publicKey, 'base64'), ALGORITHM, true, ['verify']),
  ]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    // One name each: of two trusted certificates of one name OpenSSL tries the first only, and there are two while one replaces
    // the other.
    name: `CN=${name}, OU=${randomBytes(8).toString('hex')}`,
    keys: { privateKey, publicKey },
    signingAlgorithm: ALGORITHM,
    // An hour ago, for machines whose clocks differ.
    notBefore: new Date(now - 60 * 60 * 1000),
    notAfter: new Date(now + LIFE),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: `${name}.palisade.internal` }]),
    ],
  });
  return Buffer.from(certificate.rawData).toString('base64');
}

/** Whether a certificate serves for a year more and is of that key. */
export function isFresh(certificate: string, keys: KeyPair): boolean {
  const { notAfter, publicKey } = new x509.X509Certificate(certificate);
  const isOfKey = Buffer.from(publicKey.rawData).toString('base64') === keys.publicKey;
  return isOfKey && notAfter.getTime() - Date.now() > RENEWED_BEFORE;
}
