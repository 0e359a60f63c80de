import { ownString } from '../framing/own-string.ts';
import { nominatedHeaders } from './request-head.ts';

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'te',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'x-request-id',
]);

/** Spellings seen so far and whether they pass; bounded. */
const MEMO_LIMIT = 1_024;
const memo = new Map<string, boolean>();

function passes(name: string): boolean {
  const known = memo.get(name);
  if (known !== undefined) return known;
  const result = !HOP_BY_HOP.has(name.toLowerCase());
  if (memo.size < MEMO_LIMIT) memo.set(ownString(name), result);
  return result;
}

/** What of the origin's response headers the client gets, before our own are added. Framing is written anew. */
export function endToEndHeaders(headers: readonly string[]): string[] {
  const kept: string[] = [];
  let connection = '';
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    if (passes(name)) kept.push(name, headers[index + 1]!);
    else if (name.length === 10 && name.toLowerCase() === 'connection') connection = headers[index + 1]!;
  }
  const nominated = connection === '' ? null : nominatedHeaders(connection);
  if (nominated === null || nominated.size === 0) return kept;
  const left: string[] = [];
  for (let index = 0; index < kept.length; index += 2) {
    if (!nominated.has(kept[index]!.toLowerCase())) left.push(kept[index]!, kept[index + 1]!);
  }
  return left;
}
