import type { X509Certificate } from 'node:crypto';

/** Stored and shown details of a certificate. */
export interface LeafDetails {
  names: string[];
  issuer: string;
  serial: string;
  fingerprint: string;
  notBefore: Date;
  notAfter: Date;
}

export function leafDetails(leaf: X509Certificate): LeafDetails {
  return {
    names: dnsNames(leaf),
    issuer: issuerName(leaf),
    serial: leaf.serialNumber,
    fingerprint: leaf.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: leaf.validFromDate,
    notAfter: leaf.validToDate,
  };
}

/** DNS names of the subjectAltName; browsers ignore the common name. */
function dnsNames(leaf: X509Certificate): string[] {
  const names = (leaf.subjectAltName ?? '').split(', ').flatMap((entry) => {
    const name = entry.startsWith('DNS:') ? entry.slice('DNS:'.length).toLowerCase() : null;
    return name === null || !/^[a-z0-9*._-]{1,253}$/.test(name) ? [] : [name];
  });
  return [...new Set(names)];
}

/** Issuer for people: organisation and common name, such as "Let's Encrypt R11". */
const issuerName = (leaf: X509Certificate): string => nameForPeople(leaf.issuer);

/** The same of whom the certificate names; empty where it names nobody, which Node shows as undefined. */
export const subjectName = (leaf: X509Certificate): string =>
  nameForPeople((leaf.subject as string | undefined) ?? '');

function nameForPeople(distinguished: string): string {
  const parts = new Map(
    distinguished.split('\n').map((line): [string, string] => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
  const name = [parts.get('O'), parts.get('CN')].filter(Boolean).join(' ');
  return (name === '' ? distinguished.replaceAll('\n', ', ') : name).slice(0, 300);
}
