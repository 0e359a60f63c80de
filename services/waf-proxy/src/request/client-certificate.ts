import { createHash, X509Certificate } from 'node:crypto';
import type { CertificateNumber } from '@palisade/site-policy';

/** Why a certificate is not accepted. */
export type CertificateFault = 'missing' | 'untrusted' | 'expired' | 'revoked' | 'not_allowed';

/** Maximum length of a header value about a certificate; longer ones are not sent, since origins limit their heads. */
const MAX_FIELD = 4_096;

/** What the TLS handshake showed of the client's certificate. */
export interface HandshakeCertificate {
  /** DER, bounded in size; null: the client sent none. */
  readonly leaf: Buffer | null;
  /** OpenSSL's verification error; '' if none. */
  readonly error: string;
  /** From `numbersToAuthority`. */
  readonly numbers: readonly CertificateNumber[] | null;
}

/**
 * The certificate of a client's connection. Kept as bytes and parsed only when a request needs it: strangers can send
 * any certificate in a handshake that costs them little.
 */
export class ClientCertificate {
  /** Id of the `ClientCertificatePolicy` whose authorities TLS verified it against; '' for none that is known. */
  readonly askedBy: string;
  /** Null: signed by one of the site's authorities, as far as TLS can tell. */
  readonly fault: 'missing' | 'untrusted' | 'expired' | null;
  /** End of its validity; 0 with a fault. */
  readonly endsAtMs: number;
  /** SHA-256, hexadecimal; '' without a certificate. */
  readonly fingerprint: string;
  /** Serial numbers of the certificate and its chain, as revocation lists name them; null: unknown. */
  readonly numbers: readonly CertificateNumber[] | null;
  private readonly der: Buffer | null;
  private knownNames: ReadonlySet<string> | null = null;
  private knownSubject: string | null = null;
  private fields: { readonly whole: boolean; readonly list: readonly string[] } | null = null;

  constructor({ leaf, error, numbers }: HandshakeCertificate, askedBy: string) {
    this.askedBy = askedBy;
    this.der = leaf;
    this.fault = leaf === null ? 'missing' : error === '' ? null : faultOf(error);
    this.fingerprint = leaf === null ? '' : createHash('sha256').update(leaf).digest('hex');
    const isTrusted = leaf !== null && this.fault === null;
    this.endsAtMs = isTrusted ? new X509Certificate(leaf).validToDate.getTime() : 0;
    this.numbers = isTrusted ? numbers : null;
  }

  /** All names that an owner can allow it by: parts of the subject, and alternative names. */
  get names(): ReadonlySet<string> {
    this.knownNames ??= this.der === null ? new Set<string>() : namesOf(new X509Certificate(this.der));
    return this.knownNames;
  }

  /** The subject on one line, for people. */
  get subject(): string {
    this.knownSubject ??= this.der === null ? '' : lineOf(new X509Certificate(this.der).subject);
    return this.knownSubject;
  }

  /** Headers for the origin about an accepted certificate: [name, value, …]. */
  verifiedFields(whole: boolean): readonly string[] {
    if (this.fields?.whole === whole) return this.fields.list;
    const list = this.der === null ? [] : fieldsOf(new X509Certificate(this.der), this, whole);
    this.fields = { whole, list };
    return list;
  }
}

const faultOf = (error: string): 'expired' | 'untrusted' =>
  error === 'CERT_HAS_EXPIRED' ? 'expired' : 'untrusted';

/** The parts of a name as OpenSSL writes them, such as `CN=device-7`: special characters with a backslash in front. */
const partsOf = (name: string | undefined): string[] => (name ?? '').split('\n').filter(Boolean);
const unescaped = (part: string): string => part.replaceAll(/\\([ "#+,;<=>\\])/g, '$1');
const lineOf = (name: string | undefined): string => printable(partsOf(name).toReversed().join(','));

const namesOf = ({ subject, subjectAltName }: X509Certificate): ReadonlySet<string> =>
  new Set([...partsOf(subject).map(unescaped), ...(subjectAltName?.split(', ') ?? [])]);

/**
 * Percent-encodes everything but printable ASCII, and the percent sign itself: header values have one byte per
 * character, and no name in a certificate may end the line or be mistaken for another.
 */
export const printable = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\x20-\x24\x26-\x7e]/gu, encodeURIComponent);

function fieldsOf(leaf: X509Certificate, certificate: ClientCertificate, whole: boolean): string[] {
  const headerFields = [
    ['Client-Cert-Subject', certificate.subject],
    ['Client-Cert-Issuer', lineOf(leaf.issuer)],
    ['Client-Cert-San', printable(leaf.subjectAltName ?? '')],
    ['Client-Cert-Serial', leaf.serialNumber],
    ['Client-Cert-Fingerprint', certificate.fingerprint],
    ['Client-Cert', whole ? `:${leaf.raw.toString('base64')}:` : ''],
  ] as const;
  return headerFields.flatMap(([name, value]) =>
    value === '' || value.length > MAX_FIELD ? [] : [name, value],
  );
}
