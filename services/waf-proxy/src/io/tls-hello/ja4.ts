import { createHash } from 'node:crypto';
import { type ClientHello, parseClientHello } from './client-hello.ts';

/** Which protocol carries the handshake, as a fingerprint says it: TLS over TCP, or QUIC. */
export type HandshakeCarrier = 't' | 'q';

const SERVER_NAME = 0;
const ALPN = 16;
const VERSIONS: Readonly<Record<number, string>> = {
  772: '13',
  771: '12',
  770: '11',
  769: '10',
  768: 's3',
  2: 's2',
};
const MAX_COUNTED = 99;
const HASH_CHARACTERS = 12;
const NOTHING = '0'.repeat(HASH_CHARACTERS);

/**
 * The JA4 fingerprint of a client: what its TLS library offers, without random values and regardless of the order of
 * extensions. It identifies a program, not a person: all users of the same browser version share it.
 *
 * @param message the ClientHello without its header. '': it cannot be parsed.
 */
export function ja4Of(message: Buffer, carrier: HandshakeCarrier): string {
  const hello = parseClientHello(message);
  return hello === null ? '' : ja4OfHello(hello, carrier);
}

function ja4OfHello(hello: ClientHello, carrier: HandshakeCarrier): string {
  const ciphers = withoutGrease(hello.ciphers);
  const extensions = withoutGrease(hello.extensions);
  const algorithms = withoutGrease(hello.signatureAlgorithms);
  const start = [
    carrier,
    versionOf(hello),
    extensions.includes(SERVER_NAME) ? 'd' : 'i',
    counted(ciphers),
    counted(extensions),
    endsOf(hello.alpn),
  ].join('');
  const hashedExtensions = extensions.filter((type) => type !== SERVER_NAME && type !== ALPN);
  const offered =
    sortedText(hashedExtensions) + (algorithms.length === 0 ? '' : `_${algorithms.map(hex).join()}`);
  return `${start}_${hashOf(sortedText(ciphers))}_${extensions.length === 0 ? NOTHING : hashOf(offered)}`;
}

/** RFC 8701: values that mean nothing, and are another one each time. */
const isGrease = (value: number): boolean => (value & 0x0f0f) === 0x0a0a && value >>> 8 === (value & 0xff);
const withoutGrease = (values: readonly number[]): number[] => values.filter((value) => !isGrease(value));

function versionOf({ supportedVersions, version }: ClientHello): string {
  const supported = withoutGrease(supportedVersions);
  return VERSIONS[supported.length === 0 ? version : Math.max(...supported)] ?? '00';
}

const counted = (values: readonly number[]): string =>
  String(Math.min(values.length, MAX_COUNTED)).padStart(2, '0');

/** The first and the last character of a protocol's name; of those that are no text, of its digits. */
function endsOf(alpn: Buffer | null): string {
  if (alpn === null || alpn.length === 0) return '00';
  const [first, last] = [alpn[0]!, alpn.at(-1)!];
  if (isAlphanumeric(first) && isAlphanumeric(last)) return String.fromCharCode(first, last);
  return byteHex(first)[0]! + byteHex(last)[1]!;
}

const isAlphanumeric = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

const byteHex = (byte: number): string => byte.toString(16).padStart(2, '0');
const hex = (value: number): string => value.toString(16).padStart(4, '0');
const sortedText = (values: readonly number[]): string => values.map(hex).sort().join();
const hashOf = (text: string): string =>
  text === '' ? NOTHING : createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARACTERS);
