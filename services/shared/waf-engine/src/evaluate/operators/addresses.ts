/** IP addresses as `inet_pton` reads them, as words of 32 bits: one for IPv4, four for IPv6. */
import type { ByteString } from '../../model/api.ts';

export type AddressWords = 1 | 4;

/**
 * Reads an address into `words`. Returns how many words it has, or 0 for what is no address: IPv4 with leading zeros or fewer
 * than four numbers, IPv6 with a zone, anything with something after it.
 */
export function parseAddress(text: ByteString, words: Uint32Array): AddressWords | 0 {
  if (text.includes(':')) return parseIpv6(text, words) ? 4 : 0;
  const address = parseIpv4(text, 0);
  if (address < 0) return 0;
  words[0] = address;
  return 1;
}

const MAX_IPV4_LENGTH = 15;
const MAX_IPV6_LENGTH = 45;
const GROUPS = new Uint16Array(8);
const COLON = 0x3a;

/** The address as a number, or -1. */
function parseIpv4(text: ByteString, from: number): number {
  if (text.length - from > MAX_IPV4_LENGTH) return -1;
  let address = 0;
  let octets = 0;
  let index = from;
  while (octets < 4) {
    const start = index;
    let octet = 0;
    while (isDigit(text.charCodeAt(index)) && index - start < 3)
      octet = octet * 10 + text.charCodeAt(index++) - 0x30;
    const digits = index - start;
    if (digits === 0 || octet > 255 || (digits > 1 && text.charCodeAt(start) === 0x30)) return -1;
    address = address * 256 + octet;
    octets++;
    if (octets < 4 && text.charCodeAt(index++) !== 0x2e) return -1;
  }
  return index === text.length ? address : -1;
}

function parseIpv6(text: ByteString, words: Uint32Array): boolean {
  if (text.length > MAX_IPV6_LENGTH) return false;
  GROUPS.fill(0);
  let count = 0;
  let gap = -1;
  let index = 0;
  if (text.startsWith(':')) {
    if (text.charCodeAt(1) !== COLON) return false;
    index = 1;
  }
  while (index < text.length) {
    if (text.charCodeAt(index) === COLON) {
      if (gap >= 0) return false;
      gap = count;
      index++;
      continue;
    }
    const start = index;
    let group = 0;
    while (index - start < 5 && isHexDigit(text.charCodeAt(index)))
      group = group * 16 + hexValue(text.charCodeAt(index++));
    if (text.charCodeAt(index) === 0x2e) {
      const tail = count <= 6 ? parseIpv4(text, start) : -1;
      if (tail < 0) return false;
      GROUPS[count++] = tail >>> 16;
      GROUPS[count++] = tail & 0xffff;
      index = text.length;
      break;
    }
    if (index === start || index - start > 4 || count === 8) return false;
    GROUPS[count++] = group;
    if (index === text.length) break;
    if (text.charCodeAt(index++) !== COLON || index === text.length) return false;
  }
  if (gap >= 0 ? count === 8 : count !== 8) return false;
  if (gap >= 0) {
    GROUPS.copyWithin(8 - (count - gap), gap, count);
    GROUPS.fill(0, gap, 8 - (count - gap));
  }
  for (let word = 0; word < 4; word++) words[word] = GROUPS[word * 2]! * 0x10000 + GROUPS[word * 2 + 1]!;
  return true;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isHexDigit(byte: number): boolean {
  const letter = byte | 0x20;
  return isDigit(byte) || (letter >= 0x61 && letter <= 0x66);
}

function hexValue(byte: number): number {
  return isDigit(byte) ? byte - 0x30 : (byte | 0x20) - 0x57;
}
