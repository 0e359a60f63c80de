import { createHash } from 'node:crypto';

/** RFC 6455, 1.3: what a server proves its understanding with. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const KEY = /^[A-Za-z0-9+/]{22}==$/;
const EXTENSIONS = 'sec-websocket-extensions';

/** Whether a request opens a WebSocket as every client does: version 13 and one key of 16 bytes. */
export function isHandshake(rawHeaders: readonly string[]): boolean {
  const keys = valuesOf(rawHeaders, 'sec-websocket-key');
  const versions = valuesOf(rawHeaders, 'sec-websocket-version');
  return keys.length === 1 && KEY.test(keys[0]!) && versions.length === 1 && versions[0] === '13';
}

/** Whether the origin's 101 is an answer to this request, and not to any that asks for an upgrade. */
export function answersHandshake(request: readonly string[], response: readonly string[]): boolean {
  const [key] = valuesOf(request, 'sec-websocket-key');
  const accepted = valuesOf(response, 'sec-websocket-accept');
  const expected = createHash('sha1').update(`${key}${GUID}`).digest('base64');
  return accepted.length === 1 && accepted[0] === expected;
}

export const offersExtensions = (headers: readonly string[]) => valuesOf(headers, EXTENSIONS).length > 0;

/** Without extensions, messages come as they are: compressed ones could not be inspected. */
export function withoutExtensions(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_text, index) => rawHeaders[index - (index % 2)]!.toLowerCase() !== EXTENSIONS);
}

function valuesOf(headers: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]!.toLowerCase() === name) values.push(headers[index + 1]!.trim());
  }
  return values;
}
