import 'reflect-metadata';
import { KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { DAY_MS } from '@palisade/basics';
import * as x509 from '@peculiar/x509';

/** A certificate and its private key, both in PEM. */
export interface IssuedPair {
  certificatePem: string;
  keyPem: string;
}

/** Owners configure the authority once: it outlives their servers. */
const AUTHORITY_LIFE_MS = 20 * 365 * DAY_MS;
const CERTIFICATE_LIFE_MS = 90 * DAY_MS;
/** Servers' clocks may be behind by this much. */
const SKEW_MS = DAY_MS;
/** X.520: the maximum length of a common name. */
const MAX_COMMON_NAME = 64;

const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** An authority that signs for one site only. */
export async function newAuthority(siteId: string, now = new Date()): Promise<IssuedPair> {
  const keys = await newKeys();
  const serialNumber = newSerial();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber,
    // Two authorities of a site have different names, so that servers that trust both tell them apart.
    name: `O=Palisade, CN=Origin CA ${serialNumber.slice(0, 8)} ${siteId}`,
    notBefore: new Date(now.getTime() - SKEW_MS),
    notAfter: new Date(now.getTime() + AUTHORITY_LIFE_MS),
    keys,
    signingAlgorithm: SIGNATURE,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return asPem(certificate, keys);
}

/** A certificate of the edge for one site's servers. @param authority the site's own */
export async function issueClientCertificate(
  authority: IssuedPair,
  { id, domainName }: { id: string; domainName: string },
  now = new Date(),
): Promise<IssuedPair> {
  const issuer = new x509.X509Certificate(authority.certificatePem);
  const keys = await newKeys();
  const name = domainName.length > MAX_COMMON_NAME ? id : domainName;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: `O=Palisade, CN=${name}`,
    issuer: issuer.subject,
    notBefore: new Date(now.getTime() - SKEW_MS),
    notAfter: new Date(Math.min(now.getTime() + CERTIFICATE_LIFE_MS, issuer.notAfter.getTime())),
    publicKey: keys.publicKey,
    signingKey: await readKey(authority.keyPem),
    signingAlgorithm: SIGNATURE,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: domainName }]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return asPem(certificate, keys);
}

const newKeys = () => webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify']);

/** Positive, and of 128 random bits (CA/B Forum: at least 64). */
const newSerial = (): string => `01${randomBytes(16).toString('hex')}`;

function readKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = x509.PemConverter.decodeFirst(pem);
  return webcrypto.subtle.importKey('pkcs8', der, KEY, false, ['sign']);
}

function asPem(certificate: x509.X509Certificate, { privateKey }: webcrypto.CryptoKeyPair): IssuedPair {
  return {
    certificatePem: `${certificate.toString('pem')}\n`,
    keyPem: KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
