import { CONNECTION_FIELDS } from './connection-fields.ts';
import { ownString } from './own-string.ts';

/** Fields of an origin's response that end here: those of its connection, framing, and what only we say. */
const ENDS_HERE: ReadonlySet<string> = new Set([
  ...CONNECTION_FIELDS,
  'proxy-authenticate',
  'te',
  'content-length',
  'x-request-id',
  // Only the server itself may announce alternatives.
  'alt-svc',
]);

/** Spellings seen so far and whether they pass; bounded. */
const MEMO_LIMIT = 1_024;
const memo = new Map<string, boolean>();

function passes(name: string): boolean {
  const known = memo.get(name);
  if (known !== undefined) return known;
  const result = !ENDS_HERE.has(name.toLowerCase());
  if (memo.size < MEMO_LIMIT) memo.set(ownString(name), result);
  return result;
}

/** The origin's response headers for the client, before our own are added. Framing is generated anew. */
export function endToEndHeaders(headers: readonly string[]): string[] {
  const kept: string[] = [];
  let connection = '';
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    if (passes(name)) kept.push(name, headers[index + 1]!);
    else if (name.length === 10 && name.toLowerCase() === 'connection') connection = headers[index + 1]!;
  }
  const nominated = connection === '' ? null : nominatedFields(connection);
  if (nominated === null || nominated.size === 0) return kept;
  const left: string[] = [];
  for (let index = 0; index < kept.length; index += 2) {
    if (!nominated.has(kept[index]!.toLowerCase())) left.push(kept[index]!, kept[index + 1]!);
  }
  return left;
}

/** Headers that Connection names as meant for us only (RFC 9110, 7.6.1); null for the usual values. */
export function nominatedFields(connection: string): Set<string> | null {
  if (
    connection === '' ||
    connection === 'keep-alive' ||
    connection === 'close' ||
    connection === 'Keep-Alive'
  ) {
    return null;
  }
  const names = connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return new Set(names.filter((name) => name !== 'close' && name !== 'keep-alive' && name !== 'upgrade'));
}
