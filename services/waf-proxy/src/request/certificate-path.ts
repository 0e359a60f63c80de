import type { X509Certificate } from 'node:crypto';
import { type CertificateNumber, certificateNumber } from '@palisade/site-policy';

/** A leaf and who signs it: longer paths are nobody's. */
const MAX_PATH = 8;

/**
 * From a client's certificate up to an authority of the site, as revocation lists name each; the authority itself, which the site
 * would not have if it were revoked, is left out. Null: no way is found, and what may be revoked on it nobody can say.
 *
 * What TLS has judged is not asked for: Node tells what a client has sent, in the client's order, and not which way OpenSSL went. A
 * client that sends others in between, or leaves out what is revoked, would be judged by another path than the one that let it in.
 *
 * @param sent after the leaf, each said to have signed the one before
 */
export function numbersToAuthority(
  leaf: X509Certificate,
  sent: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  nowMs: number,
): readonly CertificateNumber[] | null {
  const numbers: CertificateNumber[] = [];
  let last = leaf;
  for (const next of [...sent.slice(0, MAX_PATH - 1), null]) {
    const number = certificateNumber(last.raw);
    if (number === null) return null;
    numbers.push(number);
    if (authorities.some((authority) => isSame(authority, last) || signs(authority, last))) return numbers;
    if (next === null || !next.ca || !isInTime(next, nowMs) || !signs(next, last)) return null;
    last = next;
  }
  return null;
}

const isSame = (one: X509Certificate, other: X509Certificate): boolean =>
  one.fingerprint256 === other.fingerprint256;

const isInTime = ({ validFromDate, validToDate }: X509Certificate, nowMs: number): boolean =>
  validFromDate.getTime() <= nowMs && nowMs < validToDate.getTime();

function signs(issuer: X509Certificate, certificate: X509Certificate): boolean {
  if (!certificate.checkIssued(issuer)) return false;
  try {
    return certificate.verify(issuer.publicKey);
  } catch {
    // A key of no kind that is known here signs nothing.
    return false;
  }
}
