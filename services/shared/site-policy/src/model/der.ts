/** One element of DER (X.690, 8.1): its tag, and where its content lies. The next one begins at `end`. */
export interface DerElement {
  readonly tag: number;
  readonly begin: number;
  readonly end: number;
}

export const DER = {
  integer: 0x02,
  oid: 0x06,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

const MAX_LENGTH_BYTES = 4;

/** Truncated or malformed DER. */
export class DerError extends Error {}

/** @throws DerError */
export function derElement(bytes: Uint8Array, at: number, limit = bytes.length): DerElement {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined || at + 2 > limit) throw new DerError('it is cut off');
  let [begin, length] = [at + 2, first];
  if (first >= 0x80) {
    const more = first & 0x7f;
    if (more === 0 || more > MAX_LENGTH_BYTES) throw new DerError('a length is not one of DER');
    length = 0;
    for (let index = 0; index < more; index++) length = length * 256 + (bytes[begin + index] ?? 0);
    begin += more;
  }
  if (begin + length > limit) throw new DerError('it is cut off');
  return { tag, begin, end: begin + length };
}

/** The elements within one. @throws DerError */
export function derChildren(bytes: Uint8Array, { begin, end }: DerElement): DerElement[] {
  const children: DerElement[] = [];
  for (let at = begin; at < end; ) {
    const child = derElement(bytes, at, end);
    children.push(child);
    at = child.end;
  }
  return children;
}

/** The content in hexadecimal, lower case. */
export const hexOf = (bytes: Uint8Array, { begin, end }: Pick<DerElement, 'begin' | 'end'>): string =>
  Array.from(bytes.subarray(begin, end), (byte) => byte.toString(16).padStart(2, '0')).join('');

const TIME = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;

/** UTCTime or GeneralizedTime as RFC 5280 has them (4.1.2.5). @throws DerError */
export function derTime(bytes: Uint8Array, { tag, begin, end }: DerElement): Date {
  const text = String.fromCharCode(...bytes.subarray(begin, Math.min(end, begin + 16)));
  const [, year = '', ...rest] = TIME.exec(text) ?? [];
  if ((tag !== DER.utcTime && tag !== DER.time) || year.length !== (tag === DER.time ? 4 : 2))
    throw new DerError('a time is none');
  const century = year.length === 4 ? '' : Number(year) < 50 ? '20' : '19';
  const [month, day, hour, minute, second] = rest;
  return new Date(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
