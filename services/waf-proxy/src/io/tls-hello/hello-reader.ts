/** Browsers' take 2 KiB with the key of a post-quantum exchange; no client is known whose is longer. */
export const MAX_HELLO_BYTES = 16 * 1024;
/** Maximum number of records of a ClientHello; clients may use several, but need few. */
const MAX_RECORDS = 16;

const RECORD_HEAD = 5;
const MESSAGE_HEAD = 4;
const HANDSHAKE = 22;
const MAJOR_VERSION = 3;
const CLIENT_HELLO = 1;

/** The bytes of a connection so far, as far as they begin a TLS handshake. */
export type HelloBytes =
  /** Number of bytes needed before reading can continue. */
  | { state: 'partial'; needed: number }
  /** No ClientHello that we would read; what answers it says what is wrong. */
  | { state: 'none' }
  | { state: 'complete'; message: Buffer };

const NONE: HelloBytes = { state: 'none' };

/** The ClientHello at the beginning of a connection, without the heads of records and of the message. */
export function helloIn(bytes: Buffer): HelloBytes {
  const parts: Buffer[] = [];
  let have = 0;
  let at = 0;
  for (let records = 0; records < MAX_RECORDS; records++) {
    if (bytes.length < at + RECORD_HEAD) return partial(bytes, at + RECORD_HEAD);
    const length = bytes.readUInt16BE(at + 3);
    const end = at + RECORD_HEAD + length;
    if (bytes[at] !== HANDSHAKE || bytes[at + 1] !== MAJOR_VERSION || length === 0 || end > MAX_HELLO_BYTES)
      return NONE;
    if (bytes.length < end) return partial(bytes, end);
    parts.push(bytes.subarray(at + RECORD_HEAD, end));
    have += length;
    at = end;
    if (have < MESSAGE_HEAD) continue;
    const message = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    if (message[0] !== CLIENT_HELLO) return NONE;
    const whole = MESSAGE_HEAD + message.readUIntBE(1, 3);
    if (whole > MAX_HELLO_BYTES) return NONE;
    if (have >= whole) return { state: 'complete', message: message.subarray(MESSAGE_HEAD, whole) };
  }
  return NONE;
}

/** Bytes that cannot begin a handshake are not waited for. */
const partial = (bytes: Buffer, needed: number): HelloBytes =>
  bytes.length > 0 && bytes[0] !== HANDSHAKE ? NONE : { state: 'partial', needed };
