const VERSION_AND_RANDOM_BYTES = 2 + 32;
const SERVER_NAME = 0;
const HOST_NAME = 0;

/**
 * The name that a client asks for in its handshake (RFC 6066), in lower case. Looked at on every connection, before who ends TLS
 * has read it, and so without anything of its own but the name.
 *
 * @param message the ClientHello without its head. '': it has none, or cannot be read.
 */
export function serverNameIn(message: Buffer): string {
  const end = message.length;
  const numberAt = (at: number): number => (at + 2 <= end ? message.readUInt16BE(at) : end);
  // Session, suites, methods of compression.
  let at = VERSION_AND_RANDOM_BYTES;
  at += 1 + (message[at] ?? end);
  at += 2 + numberAt(at);
  at += 1 + (message[at] ?? end);
  const extensionsEnd = Math.min(end, at + 2 + numberAt(at));
  at += 2;
  while (at + 4 <= extensionsEnd) {
    const start = at + 4;
    const next = start + numberAt(at + 2);
    if (message.readUInt16BE(at) === SERVER_NAME) return nameIn(message.subarray(start, next));
    at = next;
  }
  return '';
}

/** The extension's list has one name (RFC 6066, 3): TLS refuses clients that send more. */
function nameIn(list: Buffer): string {
  if (list.length < 5 || list[2] !== HOST_NAME) return '';
  const length = list.readUInt16BE(3);
  return list.length < 5 + length ? '' : list.toString('latin1', 5, 5 + length).toLowerCase();
}
