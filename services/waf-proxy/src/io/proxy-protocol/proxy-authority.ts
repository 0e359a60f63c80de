/** Signature, version, family and length of a header of version 2. */
const FIXED = 16;
const ADDRESS_BYTES: Readonly<Record<number, number>> = { 17: 4, 33: 16 };
const TYPE_AUTHORITY = 0x02;
const TLV_HEAD = 3;

/**
 * The name that the client's TLS handshake was for, as a whole header of version 2 tells it (PP2_TYPE_AUTHORITY).
 *
 * @returns '': it tells none
 */
export function authorityIn(header: Buffer): string {
  const addressBytes = ADDRESS_BYTES[header[13] ?? 0];
  if (addressBytes === undefined) return '';
  let at = FIXED + 2 * addressBytes + 4;
  while (at + TLV_HEAD <= header.length) {
    const end = at + TLV_HEAD + header.readUInt16BE(at + 1);
    if (end > header.length) return '';
    if (header[at] === TYPE_AUTHORITY) return header.toString('latin1', at + TLV_HEAD, end);
    at = end;
  }
  return '';
}
