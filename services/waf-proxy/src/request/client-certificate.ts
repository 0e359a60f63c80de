import { createHash, X509Certificate } from 'node:crypto';
import type { CertificateNumber } from '@palisade/site-policy';

/** Why a certificate lets nobody in. */
export type CertificateFault = 'missing' | 'untrusted' | 'expired' | 'revoked' | 'not_allowed';

/** Longer ones are not told to origins, whose heads have a bound. */
const MAX_FIELD = 4_096;

/** What a handshake has shown of the client. */
export interface HandshakeCertificate {
  /** DER, of a bounded size. Null: the client has shown none. */
  readonly leaf: Buffer | null;
  /** What TLS finds wrong with it, in OpenSSL's words; '' if nothing. */
  readonly error: string;
  /** Of `numbersToAuthority`. */
  readonly numbers: readonly CertificateNumber[] | null;
}

/**
 * The certificate of a client's connection. Kept as bytes, and read where a request asks: strangers show what they like in
 * handshakes that cost them little.
 */
export class ClientCertificate {
  /** The `ClientCertificatePolicy` by whose authorities TLS has judged it; '' : by none that is known. */
  readonly askedBy: string;
  /** Null: the site's authorities stand for it, as far as TLS knows. */
  readonly fault: 'missing' | 'untrusted' | 'expired' | null;
  /** 0 with a fault. */
  readonly endsAtMs: number;
  /** SHA-256, hexadecimal; '' without one. */
  readonly fingerprint: string;
  /** Itself and its authorities, as revocation lists name them; null: they are not known. */
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

  /** All that owners can let it in by: parts of its subject, and its alternative names. */
  get names(): ReadonlySet<string> {
    this.knownNames ??= this.der === null ? new Set<string>() : namesOf(new X509Certificate(this.der));
    return this.knownNames;
  }

  /** In one line, for people. */
  get subject(): string {
    this.knownSubject ??= this.der === null ? '' : lineOf(new X509Certificate(this.der).subject);
    return this.knownSubject;
  }

  /** What an origin is told of one that is let in: [name, value, …]. */
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
 * Header values have one byte a character: what is none of ASCII's printable ones is written as percent and hexadecimal, as is the
 * percent sign itself. No name in a certificate ends a line so, or is taken for another.
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
