import { type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { FieldError } from '@palisade/nest-kit';
import { authorityKey, type OriginConfig, readRevocationList } from '@palisade/site-policy';
import * as x509 from '@peculiar/x509';

const RSA_BITS = { min: 2_048, max: 8_192 } as const;
const CURVES: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

const AUTHORITIES = 'originConfig.client_certificate_authorities';
const REVOCATIONS = 'originConfig.client_certificate_revocations';

type Asked = Pick<
  OriginConfig,
  'client_certificates' | 'client_certificate_authorities' | 'client_certificate_revocations'
>;

/**
 * Validation of client certificate authorities beyond the schema: each is parsed as the edge will. Stored ones are not
 * checked again: an expired authority must not prevent later changes.
 *
 * @param restored an old version is restored: it was valid when it was saved
 */
export async function clientAuthorityFaults(
  stored: Asked,
  wanted: Asked,
  { nowMs, restored }: { nowMs: number; restored: boolean },
): Promise<FieldError[]> {
  const { client_certificates: mode, client_certificate_authorities: authorities } = wanted;
  if (mode !== 'off' && authorities.length === 0)
    return [
      {
        path: AUTHORITIES,
        message: 'Please add the certificate authority that signs your visitors’ certificates',
      },
    ];
  if (restored) return [];
  const known = new Set(stored.client_certificate_authorities);
  const faults = authorities.flatMap((pem, index): FieldError[] => {
    const message = known.has(pem) ? null : authorityFault(pem, nowMs);
    return message === null ? [] : [{ path: `${AUTHORITIES}.${index}`, message }];
  });
  return faults.length > 0 ? faults : await revocationFaults(stored, wanted);
}

function authorityFault(pem: string, nowMs: number): string | null {
  let authority: X509Certificate;
  try {
    authority = new X509Certificate(pem);
  } catch {
    return 'This certificate cannot be read';
  }
  if (!authority.ca)
    return 'This is not the certificate of an authority: enter the authority that signed your visitors’ certificates, not one of them';
  if (authority.validToDate.getTime() <= nowMs)
    return `This certificate expired on ${day(authority.validToDate)}`;
  return keyFault(authority.publicKey) ?? tlsFault(pem);
}

function keyFault({ asymmetricKeyType: kind, asymmetricKeyDetails: details }: KeyObject): string | null {
  const bits = details?.modulusLength ?? 0;
  if ((kind === 'rsa' || kind === 'rsa-pss') && bits >= RSA_BITS.min && bits <= RSA_BITS.max) return null;
  if (kind === 'ec' && CURVES.has(details?.namedCurve ?? '')) return null;
  if (kind === 'ed25519') return null;
  const has =
    kind === 'rsa' ? `RSA with ${bits} bits` : (details?.namedCurve ?? kind ?? 'of an unknown kind');
  return `The key of this certificate is ${has}: RSA with ${RSA_BITS.min} to ${RSA_BITS.max} bits, P-256, P-384, P-521 or Ed25519 is needed`;
}

/** Whatever else the TLS library of the edge would not take. */
function tlsFault(pem: string): string | null {
  try {
    createSecureContext({ ca: pem });
    return null;
  } catch {
    return 'This certificate cannot be used for TLS';
  }
}

/** A list only counts if its authority signed it; it is removed together with its authority. */
async function revocationFaults(stored: Asked, wanted: Asked): Promise<FieldError[]> {
  const { client_certificate_authorities: authorities, client_certificate_revocations: lists } = wanted;
  const isAsBefore =
    authorities.join() === stored.client_certificate_authorities.join() &&
    lists.join() === stored.client_certificate_revocations.join();
  if (isAsBefore) return [];
  const faults: FieldError[] = [];
  for (const [index, pem] of lists.entries()) {
    const message = await listFault(pem, authorities);
    if (message !== null) faults.push({ path: `${REVOCATIONS}.${index}`, message });
  }
  return faults;
}

async function listFault(pem: string, authorities: readonly string[]): Promise<string | null> {
  let list: x509.X509Crl;
  try {
    list = new x509.X509Crl(pem);
  } catch {
    return 'This revocation list cannot be read';
  }
  const critical = list.extensions.find((extension) => extension.critical);
  if (critical !== undefined)
    return `This revocation list holds for a part of certificates only (extension ${critical.type}), which is not supported`;
  // By the reader that the edge uses: what is taken in here holds there.
  const issuer = readRevocationList(pem)?.issuer;
  if (issuer === undefined) return 'This revocation list cannot be read';
  for (const authority of authorities) {
    const publicKey = new x509.X509Certificate(authority);
    const key = authorityKey(new Uint8Array(publicKey.rawData));
    if (key === issuer && (await list.verify({ publicKey }))) return null;
  }
  return `None of the certificate authorities above has signed this revocation list (its issuer is ${list.issuer})`;
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
