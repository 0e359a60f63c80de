import ipaddr from 'ipaddr.js';

/** The actual client, as reported by the balancer in front. */
export interface ProxiedPeer {
  address: string;
  port: number;
  localAddress: string;
  localPort: number;
}

export type ProxyHeader =
  /** More bytes are needed to decide. */
  | { state: 'partial' }
  /** Not a header of either version, or one that we do not take. */
  | { state: 'refused' }
  /** `peer` is null where the balancer speaks for itself, such as in a health check. */
  | { state: 'complete'; length: number; peer: ProxiedPeer | null };

const PARTIAL: ProxyHeader = { state: 'partial' };
const REFUSED: ProxyHeader = { state: 'refused' };

const V1_START = Buffer.from('PROXY ', 'latin1');
/** With the longest addresses, as the protocol says. */
const MAX_V1_BYTES = 107;
const V2_SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const V2_FIXED = 16;
/** Addresses and what balancers add to them; the protocol would allow 64 KiB. */
const MAX_V2_BYTES = 2_048;
const V2_VERSION = 0x20;
const TCP4 = 0x11;
const TCP6 = 0x21;
const UNSPECIFIED = 0x00;
const PORT = /^(?:0|[1-9]\d{0,4})$/;

/** No header is longer than this. */
export const MAX_PROXY_HEADER_BYTES = MAX_V2_BYTES;

/**
 * Reads a header of PROXY protocol version 1 or 2 at the beginning of a connection. Strict: one space between fields,
 * addresses and ports in their shortest form, TCP only; nothing is guessed, since who could slip something in here
 * could choose their address.
 */
export function parseProxyHeader(bytes: Buffer): ProxyHeader {
  if (startsAlike(bytes, V2_SIGNATURE)) {
    return bytes.length < V2_FIXED ? PARTIAL : parseVersion2(bytes);
  }
  if (!startsAlike(bytes, V1_START)) return REFUSED;
  return parseVersion1(bytes);
}

const startsAlike = (bytes: Buffer, start: Buffer): boolean => {
  const length = Math.min(bytes.length, start.length);
  return bytes.subarray(0, length).equals(start.subarray(0, length));
};

function parseVersion1(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, MAX_V1_BYTES).indexOf('\r\n', 0, 'latin1');
  if (end < 0) return bytes.length >= MAX_V1_BYTES ? REFUSED : PARTIAL;
  const length = end + 2;
  const [, family, address, localAddress, port, localPort, ...rest] = bytes
    .toString('latin1', 0, end)
    .split(' ');
  // What follows UNKNOWN is to be ignored.
  if (family === 'UNKNOWN') return { state: 'complete', length, peer: null };
  const isAddress = family === 'TCP4' ? isIpv4 : family === 'TCP6' ? isIpv6 : null;
  if (isAddress === null || rest.length > 0 || address === undefined || localAddress === undefined)
    return REFUSED;
  if (!isAddress(address) || !isAddress(localAddress) || !isPort(port) || !isPort(localPort)) return REFUSED;
  return {
    state: 'complete',
    length,
    peer: { address, port: Number(port), localAddress, localPort: Number(localPort) },
  };
}

function parseVersion2(bytes: Buffer): ProxyHeader {
  const command = bytes[12]!;
  const family = bytes[13]!;
  const length = V2_FIXED + bytes.readUInt16BE(14);
  if ((command & 0xf0) !== V2_VERSION || (command & 0x0f) > 1 || length > MAX_V2_BYTES) return REFUSED;
  const isLocal = (command & 0x0f) === 0;
  const addressBytes = family === TCP4 ? 4 : family === TCP6 ? 16 : 0;
  if (!isLocal && addressBytes === 0 && family !== UNSPECIFIED) return REFUSED;
  const peerEnd = V2_FIXED + 2 * addressBytes + 4;
  if (!isLocal && addressBytes > 0 && length < peerEnd) return REFUSED;
  if (bytes.length < length) return PARTIAL;
  if (isLocal || addressBytes === 0) return { state: 'complete', length, peer: null };
  const addressAt = (at: number) =>
    ipaddr.fromByteArray([...bytes.subarray(at, at + addressBytes)]).toString();
  return {
    state: 'complete',
    length,
    peer: {
      address: addressAt(V2_FIXED),
      localAddress: addressAt(V2_FIXED + addressBytes),
      port: bytes.readUInt16BE(peerEnd - 4),
      localPort: bytes.readUInt16BE(peerEnd - 2),
    },
  };
}

/** Without zeros in front, which some read as octal. */
const isIpv4 = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) && ipaddr.IPv4.parse(text).toString() === text;
const isIpv6 = (text: string): boolean => !text.includes('%') && ipaddr.IPv6.isValid(text);
const isPort = (text: string | undefined): boolean =>
  text !== undefined && PORT.test(text) && Number(text) <= 65_535;
