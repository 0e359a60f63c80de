import type { X509Certificate } from 'node:crypto';
import { type CertificateNumber, certificateNumber } from '@palisade/site-policy';

/** Maximum certificates in a path, the leaf included; no real chain is longer. */
const MAX_PATH = 8;

/**
 * Serial numbers of the chain from a client's certificate up to an authority of the site, as revocation lists name
 * them. The authority itself is left out: a site would not keep a revoked one.
 *
 * The path that OpenSSL took cannot be asked for: Node only reports what the client sent, in the client's order. A
 * client that adds other intermediates, or leaves a revoked one out, would otherwise be checked along another path than
 * the one that let it in.
 *
 * @param sent intermediates after the leaf; each is expected to have signed the one before
 * @returns null if there is no path to an authority, so that revocation cannot be decided
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
    // An unsupported key type verifies nothing.
    return false;
  }
}
