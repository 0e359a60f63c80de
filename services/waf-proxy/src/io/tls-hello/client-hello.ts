/** The contents of a ClientHello, in the client's order. */
export interface ClientHello {
  /** In the message's head; TLS 1.3 says its own in an extension. */
  version: number;
  ciphers: number[];
  extensions: number[];
  /** Empty: the extension is not there. */
  supportedVersions: number[];
  signatureAlgorithms: number[];
  /** The first one that is offered; null: none. */
  alpn: Buffer | null;
}

const RANDOM_BYTES = 32;
const SIGNATURE_ALGORITHMS = 13;
const ALPN = 16;
const SUPPORTED_VERSIONS = 43;

/** @param message without its head. Null: it breaks the form that all versions of TLS have in common. */
export function parseClientHello(message: Buffer): ClientHello | null {
  const reader = new Reader(message);
  const hello: ClientHello = {
    version: reader.number(2),
    ciphers: [],
    extensions: [],
    supportedVersions: [],
    signatureAlgorithms: [],
    alpn: null,
  };
  reader.bytes(RANDOM_BYTES);
  // The session that it would resume.
  reader.part(1);
  hello.ciphers = reader.part(2).numbers();
  // Methods of compression.
  reader.part(1);
  if (reader.isBroken) return null;
  // The oldest clients end here.
  if (reader.isAtEnd) return hello;
  const extensions = reader.part(2);
  while (!extensions.isAtEnd && !extensions.isBroken) {
    const type = extensions.number(2);
    const content = extensions.part(2);
    hello.extensions.push(type);
    if (type === SUPPORTED_VERSIONS) hello.supportedVersions = content.part(1).numbers();
    else if (type === SIGNATURE_ALGORITHMS) hello.signatureAlgorithms = content.part(2).numbers();
    else if (type === ALPN) hello.alpn = content.part(2).part(1).rest();
    if (content.isBroken) return null;
  }
  return reader.isBroken || extensions.isBroken ? null : hello;
}

/** Goes through bytes once. Whatever is asked behind their end is empty, and is remembered. */
class Reader {
  isBroken = false;
  private readonly source: Buffer;
  private at = 0;

  constructor(source: Buffer) {
    this.source = source;
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  number(bytes: 1 | 2): number {
    const start = this.at;
    return this.take(bytes) ? this.source.readUIntBE(start, bytes) : 0;
  }

  bytes(count: number): Buffer {
    const start = this.at;
    return this.take(count) ? this.source.subarray(start, start + count) : this.source.subarray(0, 0);
  }

  /** A part with a length prefix of this many bytes. */
  part(lengthBytes: 1 | 2): Reader {
    const part = new Reader(this.bytes(this.number(lengthBytes)));
    part.isBroken = this.isBroken;
    return part;
  }

  /** The rest, as two-byte numbers. */
  numbers(): number[] {
    const numbers: number[] = [];
    while (this.source.length - this.at >= 2) numbers.push(this.number(2));
    return numbers;
  }

  rest(): Buffer | null {
    return this.isBroken ? null : this.source.subarray(this.at);
  }

  private take(count: number): boolean {
    if (this.at + count > this.source.length) {
      this.isBroken = true;
      this.at = this.source.length;
      return false;
    }
    this.at += count;
    return true;
  }
}
