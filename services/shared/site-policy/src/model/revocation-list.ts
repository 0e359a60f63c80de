import { nameIn, plainSerial } from './certificate-facts.ts';
import { DER, DerError, derChildren, derElement, derTime, hexOf } from './der.ts';
import { nameKey } from './name-key.ts';
import { bytesOfPem } from './pem.ts';

/** Contents of a revocation list (RFC 5280, 5.1). Its signature is verified where it is used. */
export interface RevocationList {
  /** Its authority's name, as `nameKey` has it. */
  readonly issuer: string;
  readonly issuerName: string;
  readonly thisUpdate: Date;
  /** Null: it does not say when there will be a newer one. */
  readonly nextUpdate: Date | null;
  /** Hexadecimal, lower case, without zeros in front. */
  readonly serials: ReadonlySet<string>;
}

const isTime = (tag: number | undefined): boolean => tag === DER.utcTime || tag === DER.time;

/** Parses a list in PEM; null: it is none. */
export function readRevocationList(pem: string): RevocationList | null {
  const bytes = bytesOfPem(pem, 'X509 CRL');
  if (bytes === null) return null;
  try {
    const [signed] = derChildren(bytes, derElement(bytes, 0));
    const members = signed ? derChildren(bytes, signed) : [];
    if (members[0]?.tag === DER.integer) members.shift();
    const [, issuer, made, next, ...rest] = members;
    if (issuer === undefined || !isTime(made?.tag)) return null;
    const nextUpdate = isTime(next?.tag) ? derTime(bytes, next!) : null;
    const revoked = nextUpdate === null ? next : rest[0];
    const entries = revoked?.tag === DER.sequence ? derChildren(bytes, revoked) : [];
    return {
      issuer: nameKey(bytes, issuer),
      issuerName: nameIn(bytes, issuer),
      thisUpdate: derTime(bytes, made!),
      nextUpdate,
      serials: new Set(
        entries.map((entry) => plainSerial(hexOf(bytes, derElement(bytes, entry.begin, entry.end)))),
      ),
    };
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}
