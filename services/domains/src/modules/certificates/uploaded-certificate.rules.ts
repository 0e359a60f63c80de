import { createPrivateKey, type KeyObject, randomBytes, sign, verify, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { covers } from './certificate.entity.ts';
import { uploadRefused } from './certificate.errors.ts';
import { type LeafDetails, leafDetails } from './leaf-details.rules.ts';

const MAX_CHAIN = 6;
const MIN_RSA_BITS = 2_048;
const MAX_RSA_BITS = 8_192;
const CURVES: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1']);

/** What a certificate is uploaded for. */
interface Purpose {
  /** RFC 5280, 4.2.1.12: extended key usage. */
  usage: string;
  /** The certificate may sign for itself: whoever it is shown to is told to trust it, and nothing else. */
  mayBeSelfSigned: boolean;
  unsuitable: string;
  weak: string;
}

const FOR_VISITORS: Purpose = {
  usage: '1.3.6.1.5.5.7.3.1',
  mayBeSelfSigned: false,
  unsuitable: 'This certificate is not meant for websites (server authentication).',
  weak: 'Browsers would not accept this certificate',
};
const FOR_ORIGINS: Purpose = {
  usage: '1.3.6.1.5.5.7.3.2',
  mayBeSelfSigned: true,
  unsuitable: 'This certificate is not meant for clients (client authentication).',
  weak: 'Servers would not accept this certificate',
};
const CERTIFICATE_BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+?-----END CERTIFICATE-----/g;
const KEY_BLOCK =
  /-----BEGIN (?:(?:RSA|EC) )?PRIVATE KEY-----[A-Za-z0-9+/=\s]+?-----END (?:(?:RSA|EC) )?PRIVATE KEY-----/g;

/** A certificate and key that browsers and the edge accept. */
export interface UploadedCertificate {
  chainPem: string;
  keyPem: string;
  details: LeafDetails;
}

/**
 * Judges a certificate that an owner uploads for visitors; each fault has a code and a sentence of its own.
 *
 * @param hosts names that the site is served for; the certificate has to hold for all of them
 * @throws DomainError `certificate_malformed`, `certificate_is_authority`, `certificate_purpose`,
 *   `certificate_chain_order`, `certificate_chain_too_long`, `certificate_not_yet_valid`, `certificate_expired`,
 *   `certificate_names_missing`, `certificate_weak`, `private_key_malformed`, `private_key_encrypted`,
 *   `private_key_kind`, `private_key_mismatch`
 */
export function readUploadedCertificate(
  chainText: string,
  keyText: string,
  hosts: readonly string[],
  now = new Date(),
): UploadedCertificate {
  const uploaded = readPair(chainText, keyText, FOR_VISITORS, now);
  refuseMissingNames(uploaded.details.names, hosts);
  return uploaded;
}

/**
 * The same for one that the edge presents to the owner's servers, which says no names.
 *
 * @throws DomainError as `readUploadedCertificate`, but `certificate_names_missing`
 */
export const readOriginCertificate = (
  chainText: string,
  keyText: string,
  now = new Date(),
): UploadedCertificate => readPair(chainText, keyText, FOR_ORIGINS, now);

function readPair(chainText: string, keyText: string, purpose: Purpose, now: Date): UploadedCertificate {
  const chain = readChain(chainText);
  const leaf = chain[0]!;
  refuseWrongPurpose(chain, purpose);
  refuseWrongOrder(chain);
  const key = readKey(keyText);
  if (!leaf.checkPrivateKey(key) || !signsFor(key, leaf)) {
    throw uploadRefused(
      'private_key_mismatch',
      'private_key',
      'This private key does not belong to the first certificate of the chain.',
    );
  }
  refuseWrongTime(chain, now);
  const chainPem = chain.map((certificate) => certificate.toString()).join('');
  const keyPem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  refuseWhatTlsRefuses(chainPem, keyPem, purpose);
  return { chainPem, keyPem, details: leafDetails(leaf) };
}

/** Of two halves that differ, `checkPrivateKey` looks at the public one only. */
function signsFor(key: KeyObject, { publicKey }: X509Certificate): boolean {
  const text = randomBytes(32);
  try {
    return verify('sha256', text, publicKey, sign('sha256', text, key));
  } catch {
    // What is no key at all cannot sign.
    return false;
  }
}

function readChain(text: string): X509Certificate[] {
  const blocks = text.match(CERTIFICATE_BLOCK) ?? [];
  if (blocks.length === 0) {
    throw uploadRefused(
      'certificate_malformed',
      'certificate_chain',
      'No certificate found. It begins with -----BEGIN CERTIFICATE-----.',
    );
  }
  if (blocks.length > MAX_CHAIN) {
    throw uploadRefused(
      'certificate_chain_too_long',
      'certificate_chain',
      `A chain has at most ${MAX_CHAIN} certificates; these are ${blocks.length}.`,
    );
  }
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch {
      throw uploadRefused(
        'certificate_malformed',
        'certificate_chain',
        `Certificate ${index + 1} of the chain cannot be read.`,
      );
    }
  });
}

function refuseWrongPurpose(chain: readonly X509Certificate[], purpose: Purpose): void {
  const leaf = chain[0]!;
  const isItsOwn = chain.length === 1 && leaf.checkIssued(leaf) && leaf.verify(leaf.publicKey);
  if (leaf.ca && !(purpose.mayBeSelfSigned && isItsOwn)) {
    throw uploadRefused(
      'certificate_is_authority',
      'certificate_chain',
      'The first certificate belongs to an authority. The site’s own certificate has to come first.',
    );
  }
  // Absent: any purpose.
  const purposes: readonly string[] = leaf.keyUsage ?? [];
  if (purposes.length > 0 && !purposes.includes(purpose.usage))
    throw uploadRefused('certificate_purpose', 'certificate_chain', purpose.unsuitable);
}

function refuseWrongOrder(chain: readonly X509Certificate[]): void {
  for (let index = 0; index + 1 < chain.length; index++) {
    const [certificate, issuer] = [chain[index]!, chain[index + 1]!];
    if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) {
      throw uploadRefused(
        'certificate_chain_order',
        'certificate_chain',
        `Certificate ${index + 1} was not signed by certificate ${index + 2}. The site’s certificate comes first, then each one that signed the one before.`,
      );
    }
  }
}

function readKey(text: string): KeyObject {
  if (/BEGIN ENCRYPTED PRIVATE KEY|Proc-Type:\s*4,\s*ENCRYPTED/.test(text)) {
    throw uploadRefused(
      'private_key_encrypted',
      'private_key',
      'This private key is protected by a password. Please upload it without one.',
    );
  }
  const blocks = text.match(KEY_BLOCK) ?? [];
  if (blocks.length !== 1) {
    throw uploadRefused(
      'private_key_malformed',
      'private_key',
      blocks.length === 0
        ? 'No private key found. It begins with -----BEGIN PRIVATE KEY-----.'
        : 'Please upload one private key only.',
    );
  }
  let key: KeyObject;
  try {
    key = createPrivateKey(blocks[0]!);
  } catch {
    throw uploadRefused('private_key_malformed', 'private_key', 'The private key cannot be read.');
  }
  refuseWeakKey(key);
  return key;
}

function refuseWeakKey(key: KeyObject): void {
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  const isGood =
    (key.asymmetricKeyType === 'rsa' && modulusLength >= MIN_RSA_BITS && modulusLength <= MAX_RSA_BITS) ||
    (key.asymmetricKeyType === 'ec' && CURVES.has(namedCurve));
  if (isGood) return;
  throw uploadRefused(
    'private_key_kind',
    'private_key',
    `The key must be RSA with ${MIN_RSA_BITS} to ${MAX_RSA_BITS} bits, or ECDSA on P-256 or P-384.`,
  );
}

function refuseWrongTime(chain: readonly X509Certificate[], now: Date): void {
  for (const [index, { validFromDate, validToDate }] of chain.entries()) {
    const which = index === 0 ? 'The certificate' : `Certificate ${index + 1} of the chain`;
    if (validToDate <= now) {
      throw uploadRefused(
        'certificate_expired',
        'certificate_chain',
        `${which} expired on ${day(validToDate)}.`,
      );
    }
    if (validFromDate > now) {
      throw uploadRefused(
        'certificate_not_yet_valid',
        'certificate_chain',
        `${which} is valid from ${day(validFromDate)} only.`,
      );
    }
  }
}

function refuseMissingNames(names: readonly string[], hosts: readonly string[]): void {
  const missing = hosts.filter((host) => !covers(names, host));
  if (missing.length === 0) return;
  const listed = missing.slice(0, 5).join(', ') + (missing.length > 5 ? ', …' : '');
  throw uploadRefused(
    'certificate_names_missing',
    'certificate_chain',
    `The certificate does not cover ${listed}. Upload one that does, or take such names off the site first.`,
  );
}

/** SHA-1 signatures, and anything else that the edge's TLS library rejects. */
function refuseWhatTlsRefuses(cert: string, key: string, purpose: Purpose): void {
  try {
    createSecureContext({ cert, key, minVersion: 'TLSv1.2' });
  } catch (error) {
    const reason = (error as { reason?: unknown }).reason;
    throw uploadRefused(
      'certificate_weak',
      'certificate_chain',
      `${purpose.weak}${typeof reason === 'string' ? ` (${reason})` : ''}.`,
    );
  }
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
