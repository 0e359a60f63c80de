import type { ByteString } from '../../model/api.ts';
import { percentDecode } from '../body-processors/percent-decoding.ts';

/** What makes servers read a path in different ways. */
const SPECIAL = /%|\/\.|\/\/|\\|;|\xef/;
/** Escapes of UTF-16 units, and full-width forms of ASCII in UTF-8: IIS and some front controllers take them for their letters. */
const UNIT = /%u([0-9a-f]{4})/gi;
const FULL_WIDTH = /\xef([\xbc\xbd])([\x80-\xbf])/g;
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
 * The plain path, and what else a server may take it for: one that resolves no dot segments, one that undoes escapes twice, and one
 * that takes wide letters for those of ASCII. Nearly always there is one reading only. What shall catch a path asks whether any of them fits, what shall let
 * one pass whether all do: `/open/../admin` lies below both, and below neither.
 */
export function pathReadings(target: ByteString): readonly ByteString[] {
  const path = pathOf(target);
  if (!SPECIAL.test(path)) return [path];
  const decoded = percentDecode(path, false);
  const readings = new Set([plain(decoded), decoded]);
  if (ESCAPE.test(decoded)) readings.add(plain(percentDecode(decoded, false)));
  const narrow = narrowed(percentDecode(narrowed(path), false));
  if (narrow !== decoded) readings.add(plain(narrow));
  return [...readings];
}

/** A path as owners write it, with escapes, as the beginning of what {@link pathReadings} gives of a request. */
export const pathAsRead = (written: ByteString): ByteString => percentDecode(written, false);

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

function narrowed(text: ByteString): ByteString {
  return text
    .replaceAll(UNIT, (written, hex: string) => narrowOf(Number.parseInt(hex, 16)) ?? written)
    .replaceAll(FULL_WIDTH, (bytes, middle: string, last: string) => {
      const unit = 0xf000 | ((middle.charCodeAt(0) & 0x3f) << 6) | (last.charCodeAt(0) & 0x3f);
      return narrowOf(unit) ?? bytes;
    });
}

/** Undefined: it is no letter of ASCII, nor a wide one. */
function narrowOf(unit: number): string | undefined {
  const code = unit >= 0xff01 && unit <= 0xff5e ? unit - 0xfee0 : unit;
  return code < 0x80 ? String.fromCharCode(code) : undefined;
}
