import { DER, type DerElement, DerError, derChildren, derElement, derTime, hexOf } from './der.ts';
import { nameKey } from './name-key.ts';
import { bytesOfPem } from './pem.ts';

/** A certificate's description. Nothing is verified here: that is a TLS library's task. */
export interface CertificateFacts {
  /** The most telling part of its subject's name. */
  readonly name: string;
  readonly notAfter: Date;
}

/** X.520: common name, organisational unit, organisation; in order of preference. */
const TELLING = ['550403', '55040b', '55040a'] as const;
const BMP_STRING = 0x1e;
const VERSION = 0xa0;

/** Parses a certificate in PEM; null: it is none. Works in browsers, which have no TLS library. */
export function certificateFacts(pem: string): CertificateFacts | null {
  const bytes = bytesOfPem(pem, 'CERTIFICATE');
  if (bytes === null) return null;
  try {
    const [, , , validity, subject] = signedMembers(bytes);
    if (validity === undefined || subject === undefined) return null;
    const notAfter = derChildren(bytes, validity)[1];
    return notAfter ? { name: nameIn(bytes, subject), notAfter: derTime(bytes, notAfter) } : null;
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

/** Identifies a certificate in revocation lists. */
export interface CertificateNumber {
  /** As in `RevocationList`. */
  readonly issuer: string;
  readonly serial: string;
}

/** Of a certificate parsed by a TLS library. Null: it is none. */
export function certificateNumber(der: Uint8Array): CertificateNumber | null {
  try {
    const members = signedMembers(der);
    const [serial, , issuer] = members;
    if (serial === undefined || issuer === undefined) return null;
    return { issuer: nameKey(der, issuer), serial: plainSerial(hexOf(der, serial)) };
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

/** The subject of an authority's certificate, as its lists name it. Null: it is none. */
export function authorityKey(der: Uint8Array): string | null {
  try {
    const subject = signedMembers(der)[4];
    return subject === undefined ? null : nameKey(der, subject);
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

/** Serial number, algorithm, issuer, validity, subject, … (RFC 5280, 4.1). */
function signedMembers(bytes: Uint8Array): DerElement[] {
  const [signed] = derChildren(bytes, derElement(bytes, 0));
  if (signed === undefined) return [];
  const members = derChildren(bytes, signed);
  return members[0]?.tag === VERSION ? members.slice(1) : members;
}

/** A serial number in the one way in which it is compared. */
export const plainSerial = (hexadecimal: string): string => hexadecimal.toLowerCase().replace(/^0+(?=.)/, '');

/** '' where a name (RFC 5280, 4.1.2.4) has none of the telling parts. */
export function nameIn(bytes: Uint8Array, name: DerElement): string {
  const parts = new Map<string, string>();
  for (const set of derChildren(bytes, name))
    for (const attribute of derChildren(bytes, set)) {
      const [type, value] = derChildren(bytes, attribute);
      if (type?.tag === DER.oid && value !== undefined) parts.set(hexOf(bytes, type), textIn(bytes, value));
    }
  return TELLING.map((type) => parts.get(type)).find((text) => text !== undefined) ?? '';
}

const textIn = (bytes: Uint8Array, { tag, begin, end }: DerElement): string =>
  new TextDecoder(tag === BMP_STRING ? 'utf-16be' : 'utf-8').decode(bytes.subarray(begin, end));
