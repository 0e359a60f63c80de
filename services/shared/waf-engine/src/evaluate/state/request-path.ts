import type { ByteString } from '../../model/api.ts';
import { percentDecode } from '../body-processors/percent-decoding.ts';

/** What makes servers read a path in different ways. */
const SPECIAL = /%|\/\.|\/\/|\\|;/;
const ESCAPE = /%[0-9a-f]{2}/i;

/**
 * The path of a request target (without authority) as most servers read it: escapes undone, dot segments and repeated
 * slashes gone, parameters of segments dropped. `/./login`, `//login`, `/%6cogin` and `/login;x=1` are all `/login`.
 */
export function plainPath(target: ByteString): ByteString {
  const path = pathOf(target);
  return SPECIAL.test(path) ? plain(percentDecode(path, false)) : path;
}

/**
 * The plain path, and what else a server may take it for: one that resolves no dot segments, and one that undoes escapes
 * twice. Nearly always there is one reading only. What shall catch a path asks whether any of them fits, what shall let
 * one pass whether all do: `/open/../admin` lies below both, and below neither.
 */
export function pathReadings(target: ByteString): readonly ByteString[] {
  const path = pathOf(target);
  if (!SPECIAL.test(path)) return [path];
  const decoded = percentDecode(path, false);
  const readings = new Set([plain(decoded), decoded]);
  if (ESCAPE.test(decoded)) readings.add(plain(percentDecode(decoded, false)));
  return [...readings];
}

function pathOf(target: ByteString): ByteString {
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
}

function plain(decoded: ByteString): ByteString {
  const segments: string[] = [];
  let last = '';
  for (const segment of decoded.replaceAll('\\', '/').split('/')) {
    last = segment.split(';', 1)[0]!;
    if (last === '..') segments.pop();
    else if (last !== '' && last !== '.') segments.push(last);
  }
  const isFolder = last === '' || last === '.' || last === '..';
  return segments.length > 0 && isFolder ? `/${segments.join('/')}/` : `/${segments.join('/')}`;
}
