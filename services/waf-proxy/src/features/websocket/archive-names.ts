const ARCHIVE = Buffer.from('PK\x03\x04');
const HEADER = Buffer.from('PK');
/** Of a member's header and of one in the directory: where the name's length stands, and where the name begins (APPNOTE 4.3.7, 4.3.12). */
const HEADERS = [
  { kind: 0x0403, lengthAt: 26, nameAt: 30 },
  { kind: 0x0201, lengthAt: 28, nameAt: 46 },
];
/**
 * A file's place as archivers write it: no blank, quote, variable of a shell or way out of a folder, so that nothing but a place can be
 * said so. In classes of Java, a dollar sign stands before the name of an inner one.
 */
const PLAIN_NAME = /^[\w-](?:[\w./-]|\$(?=[A-Z]?[a-z]|\d))*$/;
const WAY_OUT = '..';

/**
 * An archive (ZIP, JAR, an office document) without the plain names of its members. Such names are places of the archive, as `META-INF/`
 * is one of every JAR; beside a visitor's text they would look like places of the server. Whatever else stands in a name is kept.
 * @returns what is no archive, as it is
 */
export function withoutMemberNames(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, ARCHIVE.length).equals(ARCHIVE)) return bytes;
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = 0; at >= 0; at = bytes.indexOf(HEADER, Math.max(at + 1, from))) {
    const name = plainNameAt(bytes, at);
    if (name === null) continue;
    pieces.push(bytes.subarray(from, name.start));
    from = name.end;
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}

function plainNameAt(bytes: Buffer, at: number): { start: number; end: number } | null {
  const kind = at + 4 <= bytes.length ? bytes.readUInt16LE(at + 2) : 0;
  const header = HEADERS.find((one) => one.kind === kind);
  if (header === undefined || at + header.nameAt > bytes.length) return null;
  const start = at + header.nameAt;
  const end = start + bytes.readUInt16LE(at + header.lengthAt);
  const name = bytes.toString('latin1', start, Math.min(end, bytes.length));
  return end <= bytes.length && PLAIN_NAME.test(name) && !name.includes(WAY_OUT) ? { start, end } : null;
}
