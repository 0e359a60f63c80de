import { createHash, X509Certificate } from 'node:crypto';
import {
  CERTIFICATE_FINGERPRINT,
  type CertificateNumber,
  certificateNumber,
  readRevocationList,
} from '@palisade/site-policy';
import type { SiteSettings } from '@palisade/site-policy/wire';
import type { CertificateFault, ClientCertificate } from './client-certificate.ts';
import type { ClientConnection } from './client-connection.ts';
import { type OwnerPaths, pathsBelow } from './owner-paths.ts';

/** A site's client certificate settings, compiled and frozen. */
export interface ClientCertificatePolicy {
  /** Identifies the site and its authorities. A certificate that TLS verified for another id is verified again. */
  readonly id: string;
  readonly isRequired: boolean;
  /** Paths where a certificate is required; empty: everywhere. */
  readonly paths: OwnerPaths;
  /** PEM, without those that the site's revocation lists revoke. Empty: nobody is let in. */
  readonly authorities: readonly string[];
  /** `authorities`, parsed. */
  readonly signers: readonly X509Certificate[];
  /** Names that are let in; null: every certificate that the authorities signed. */
  readonly allowed: ReadonlySet<string> | null;
  readonly revoked: Revoked;
}

/** Serial numbers by issuer. */
type Revoked = ReadonlyMap<string, ReadonlySet<string>>;

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Null where the site asks for no certificates.
 * @throws Error without authorities: nobody could be let in, and TLS must not fall back to the system's
 */
export function clientCertificatesOf(siteId: string, settings: SiteSettings): ClientCertificatePolicy | null {
  const { client_certificates: mode, client_certificate_authorities: authorities } = settings;
  if (mode === 'off') return null;
  if (authorities.length === 0) throw new Error('client certificates are asked for without an authority');
  const { client_certificate_allowed: allowed } = settings;
  const revoked = revokedOn(settings.client_certificate_revocations);
  const signers = authorities
    .map((pem) => new X509Certificate(pem))
    .filter(({ raw }) => !isRevoked(revoked, certificateNumber(raw)));
  const pems = signers.map((signer) => signer.toString());
  return Object.freeze<ClientCertificatePolicy>({
    id: createHash('sha256')
      .update([siteId, ...pems].join('\n'))
      .digest('base64url'),
    isRequired: mode === 'required',
    paths: pathsBelow(settings.client_certificate_paths),
    authorities: pems,
    signers,
    allowed: allowed.length === 0 ? null : new Set(allowed.map(plainEntry)),
    revoked,
  });
}

const plainEntry = (entry: string): string =>
  CERTIFICATE_FINGERPRINT.test(entry) ? entry.replaceAll(':', '').toLowerCase() : entry;

function revokedOn(lists: readonly string[]): Revoked {
  const revoked = new Map<string, ReadonlySet<string>>();
  for (const pem of lists) {
    const list = readRevocationList(pem);
    if (list === null) throw new Error('a revocation list cannot be read');
    revoked.set(list.issuer, new Set([...(revoked.get(list.issuer) ?? NOBODY), ...list.serials]));
  }
  return revoked;
}

const isRevoked = (revoked: Revoked, number: CertificateNumber | null): boolean =>
  number !== null && revoked.get(number.issuer)?.has(number.serial) === true;

/** Why a certificate is not accepted by this site, or null. It may have expired or been revoked since the handshake. */
export function certificateFault(
  policy: ClientCertificatePolicy,
  certificate: ClientCertificate | null,
  nowMs: number,
): CertificateFault | null {
  if (certificate === null) return 'missing';
  if (certificate.fault !== null) return certificate.fault;
  if (certificate.endsAtMs <= nowMs) return 'expired';
  if (policy.revoked.size > 0) {
    if (certificate.numbers === null) return 'untrusted';
    if (certificate.numbers.some((number) => isRevoked(policy.revoked, number))) return 'revoked';
  }
  return isAllowed(policy, certificate) ? null : 'not_allowed';
}

function isAllowed({ allowed }: ClientCertificatePolicy, { fingerprint, names }: ClientCertificate): boolean {
  if (allowed === null || allowed.has(fingerprint)) return true;
  for (const name of names) if (allowed.has(name)) return true;
  return false;
}

/** The parts of a request that are needed here. */
interface Asked {
  readonly connection: ClientConnection;
}

/** Null behind the operator's own proxies, whose certificate it would be. */
export const certificateOf = ({ connection }: Asked): ClientCertificate | null =>
  connection.peerTrusted ? null : (connection.certificate ?? null);

/** Whether the origin is told about this client's certificate, so that its answer must not be cached for others. */
export const tellsOfCertificate = (
  { clientCertificates }: { readonly clientCertificates: ClientCertificatePolicy | null },
  request: Asked,
): boolean => clientCertificates !== null && (certificateOf(request)?.fingerprint ?? '') !== '';

const YES = ['Client-Cert-Verified', 'yes'] as const;
const NO = ['Client-Cert-Verified', 'no'] as const;
const NONE = ['Client-Cert-Verified', 'none'] as const;

/** Headers about the client's certificate for the origin: [name, value, …]; none for one that is not accepted. */
export function certificateFields(
  policy: ClientCertificatePolicy,
  whole: boolean,
  request: Asked & { readonly receivedAtMs: number },
): readonly string[] {
  const certificate = certificateOf(request);
  const fault = certificateFault(policy, certificate, request.receivedAtMs);
  if (fault === 'missing' || certificate === null) return NONE;
  return fault === null ? [...YES, ...certificate.verifiedFields(whole)] : NO;
}
