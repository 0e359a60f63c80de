import ipaddr from 'ipaddr.js';

/** As much of the DNS message format (RFC 1035) as a dynamic update (RFC 2136) signed with TSIG (RFC 8945) needs. */

export const TYPE = { A: 1, SOA: 6, TXT: 16, AAAA: 28, TSIG: 250 } as const;
export const CLASS = { IN: 1, NONE: 254, ANY: 255 } as const;

/** Uncompressed and in lower case, as signatures count it. */
export function encodeName(name: string): Buffer {
  const labels = name.toLowerCase().replace(/\.$/, '').split('.');
  const parts = labels.map((label) => {
    const bytes = Buffer.from(label, 'latin1');
    if (bytes.length === 0 || bytes.length > 63) throw new Error(`not a DNS name: ${name}`);
    return Buffer.concat([Buffer.of(bytes.length), bytes]);
  });
  return Buffer.concat([...parts, Buffer.of(0)]);
}

export function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function uint48(value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(value, 0, 6);
  return bytes;
}

export function record(name: string, type: number, recordClass: number, ttl: number, data: Buffer): Buffer {
  return Buffer.concat([
    encodeName(name),
    uint16(type),
    uint16(recordClass),
    uint32(ttl),
    uint16(data.length),
    data,
  ]);
}

/** Text of up to 255 bytes. */
export function textData(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  if (bytes.length > 255) throw new Error('a text record holds 255 bytes at most');
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}

export const addressData = (address: string): Buffer => Buffer.from(ipaddr.parse(address).toByteArray());

export interface LastRecord {
  /** Where it begins in the message. */
  start: number;
  type: number;
  data: Buffer;
}

/**
 * The last resource record of a message, where TSIG stands; null if there is none.
 * @throws RangeError if the message ends too early
 */
export function lastRecord(message: Buffer): LastRecord | null {
  const counts = [4, 6, 8, 10].map((at) => message.readUInt16BE(at));
  let at = 12;
  for (let index = 0; index < counts[0]!; index++) at = skipName(message, at) + 4;
  let last: LastRecord | null = null;
  for (let index = counts[1]! + counts[2]! + counts[3]!; index > 0; index--) {
    const start = at;
    at = skipName(message, at);
    const type = message.readUInt16BE(at);
    const length = message.readUInt16BE(at + 8);
    if (at + 10 + length > message.length) throw new RangeError('the message ends within a record');
    last = { start, type, data: message.subarray(at + 10, at + 10 + length) };
    at += 10 + length;
  }
  return last;
}

/** @returns where the name ends that begins at `at` */
export function skipName(message: Buffer, at: number): number {
  for (let position = at; ; ) {
    const length = message.readUInt8(position);
    // A pointer to an earlier name ends this one.
    if (length >= 0xc0) return position + 2;
    position += 1 + length;
    if (length === 0) return position;
  }
}
