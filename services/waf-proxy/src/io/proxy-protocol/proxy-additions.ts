/** Signature, version, family and length of a header of version 2. */
const FIXED = 16;
const ADDRESS_BYTES: Readonly<Record<number, number>> = { 17: 4, 33: 16 };
const TYPE_AUTHORITY = 0x02;
/** One of the types that the protocol leaves to whom it concerns. */
const TYPE_FINGERPRINT = 0xe0;
const TLV_HEAD = 3;

/**
 * The server name of the client's TLS handshake, from a complete header of version 2 (PP2_TYPE_AUTHORITY).
 *
 * @returns '': it has none
 */
export const authorityIn = (header: Buffer): string => additionIn(header, TYPE_AUTHORITY);

/**
 * The client's JA4, from our own HTTP/3 front.
 *
 * @returns '': it has none
 */
export const fingerprintIn = (header: Buffer): string => additionIn(header, TYPE_FINGERPRINT);

function additionIn(header: Buffer, type: number): string {
  const addressBytes = ADDRESS_BYTES[header[13] ?? 0];
  if (addressBytes === undefined) return '';
  let at = FIXED + 2 * addressBytes + 4;
  while (at + TLV_HEAD <= header.length) {
    const end = at + TLV_HEAD + header.readUInt16BE(at + 1);
    if (end > header.length) return '';
    if (header[at] === type) return header.toString('latin1', at + TLV_HEAD, end);
    at = end;
  }
  return '';
}
