import type { ByteString } from '../api.ts';
import { Entry } from '../variables/entry.ts';

/** Of nothing else can an attack be written, and nearly all names are that. */
const PLAIN_NAME = /^[\w.-]*$/;
/** Nearly all headers, of which every program reads the same. One pass: what may follow a sign never is that sign. */
const PLAIN_COOKIES = /^[\w.-]+=[^\s;",]*(?:; ?[\w.-]+=[^\s;",]*)*$/;
const BLANK_AROUND = /^\s|\s$/;
const QUOTE = '"';
const ESCAPED = /\\(?:([0-3][0-7]{2})|([\s\S]))/g;

/**
 * What applications may be handed of a Cookie header beside the names and values of REQUEST_COOKIES, which leaves out what
 * has no name, as ModSecurity does:
 *
 * - `=value` and `value`: a value without a name for Django and Werkzeug, a name for PHP;
 * - a name that is more than a word: PHP makes keys of it, and every server hands it over;
 * - `a= value`: all but PHP cut off blanks, behind which what is looked for at a value's beginning would hide;
 * - `a=1,b=2`: two cookies for servers that still follow RFC 2109;
 * - `a="1\047; x"`: Python's readers take off the quotes, undo escapes, and some let a semicolon stand within them.
 *
 * They bear the names of REQUEST_COOKIES and REQUEST_COOKIES_NAMES, so that exceptions for a cookie hold for them.
 */
export function addCookieReadings(header: ByteString, into: Entry[]): void {
  if (PLAIN_COOKIES.test(header)) return;
  for (const pair of header.split(';')) addPair(pair, into);
  if (header.includes(QUOTE)) addQuoted(header, into);
}

function addPair(pair: ByteString, into: Entry[]): void {
  const equals = pair.indexOf('=');
  const name = (equals < 0 ? '' : pair.slice(0, equals)).trim();
  const value = pair.slice(equals + 1);
  const trimmed = BLANK_AROUND.test(value) ? value.trim() : value;
  if (!PLAIN_NAME.test(name)) into.push(new Entry('REQUEST_COOKIES_NAMES', name, name));
  if (trimmed !== '' && (name === '' || trimmed !== value))
    into.push(new Entry('REQUEST_COOKIES', name, trimmed));
  if (value.includes(',')) addBehindCommas(value, into);
}

function addBehindCommas(value: ByteString, into: Entry[]): void {
  for (const piece of value.split(',').slice(1)) {
    const equals = piece.indexOf('=');
    const text = piece.slice(equals + 1).trim();
    if (equals > 0 && text !== '')
      into.push(new Entry('REQUEST_COOKIES', piece.slice(0, equals).trim(), text));
  }
}

/** Each quoted text without its quotes and escapes, wherever it ends. One pass: a text that does not end is the last. */
function addQuoted(header: ByteString, into: Entry[]): void {
  let open = header.indexOf(QUOTE);
  let nameStart = 0;
  while (open >= 0) {
    const end = endOfQuoted(header, open + 1);
    const text = header.slice(open + 1, end);
    const value = text.includes('\\') ? text.replace(ESCAPED, unescaped) : text;
    into.push(new Entry('REQUEST_COOKIES', nameBefore(header, nameStart, open), value));
    nameStart = end + 1;
    open = header.indexOf(QUOTE, end + 1);
  }
}

function endOfQuoted(header: ByteString, start: number): number {
  let at = start;
  while (at < header.length && header[at] !== QUOTE) at += header[at] === '\\' ? 2 : 1;
  return Math.min(at, header.length);
}

const unescaped = (_all: string, octal: string | undefined, character: string | undefined): ByteString =>
  octal === undefined ? character! : String.fromCharCode(Number.parseInt(octal, 8));

function nameBefore(header: ByteString, from: number, open: number): ByteString {
  const before = header.slice(from, open);
  const pair = before.slice(before.lastIndexOf(';') + 1);
  const equals = pair.indexOf('=');
  return equals < 0 ? '' : pair.slice(0, equals).trim();
}
