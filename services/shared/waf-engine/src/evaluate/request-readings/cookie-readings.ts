import type { ByteString } from '../../model/api.ts';
import { Entry } from '../../model/entry.ts';
import { equalNames, mayHaveEqualNames } from '../body-processors/equal-names.ts';
import { percentDecode } from '../body-processors/percent-decoding.ts';
import { mayBeCoded } from './coded-text.ts';

/** Names that can contain no attack, as nearly all do. */
const PLAIN_NAME = /^[\w.-]{0,20}$/;
/**
 * Nearly all headers, of which every program reads the same. Longer names may be a text in base64. One pass: what may follow a sign
 * never is that sign.
 */
const PLAIN_COOKIES = /^[\w.-]{1,12}=[^\s;",]*(?:; ?[\w.-]{1,12}=[^\s;",]*)*$/;
const BLANK_AROUND = /^\s|\s$/;
const QUOTE = '"';
const ESCAPED_QUOTE = '\\"';
/**
 * A backslash before a quote keeps it from ending a text, but (Undertow) not where the cookie ends behind it; and a comma may
 * end one.
 */
const BARE_QUOTES = [/(?<!\\)"/, /(?<!\\)"|"(?=$|;)/, /(?<!\\)"|"(?=$|[;,])/];
/** In a name over several pairs more than the words that each of them has. */
const ODD_SIGN = /[^\w.;\s-]/;
/** What ordinary cookies have there: the end of one and the name of the next, or behind the last text a name. */
const BETWEEN_TEXTS = /^(?:[;,]\s*(?:[\w.-]+\s*=)?)?$/;
const BEHIND_TEXTS = /^(?:[;,]\s*(?:[\w.-]+\s*)?=?)?$/;
const EQUALS_BEFORE = /=\s*$/;
const ESCAPED = /\\(?:([0-3][0-7]{2})|([\s\S]))/g;

/**
 * Further readings of a Cookie header by applications, besides the names and values of REQUEST_COOKIES, which leaves
 * out cookies without a name, as ModSecurity does:
 *
 * - `=value` and `value`: a value without a name for Django and Werkzeug, a name for PHP;
 * - a name that is more than a word: PHP makes keys of it, and every server passes it on;
 * - `a= value`: all but PHP trim blanks, which would hide the beginning of a value;
 * - `a=1,b=2`: two cookies for servers that still follow RFC 2109;
 * - `a="1\047; x"`: Python's parsers remove the quotes, decode escapes, and some allow a semicolon within them;
 * - `a="1\\"; x\\""`: Undertow unescapes a backslash before a quote and nothing else, and ends at the first quote
 * without one;
 * - `a;b=x`: a name goes on to its equals sign for hapi, over each semicolon;
 * - `a=x&y`: a cookie is a collection of pairs to ASP.NET, whose values of equal names are joined with a comma;
 * - `a='+%61+'`: Node's parsers decode percent escapes and leave plus signs, which rules take for blanks.
 *
 * They have the names of REQUEST_COOKIES and REQUEST_COOKIES_NAMES, so that exclusions for a cookie apply to them.
 */
export function addCookieReadings(header: ByteString, into: Entry[]): void {
  const isPlain = PLAIN_COOKIES.test(header) && !(header.includes('+') && header.includes('%'));
  if (isPlain && !mayHaveEqualNames(header)) return;
  for (const pair of header.split(';')) addPair(pair, into);
  addNamesOverPairs(header, into);
  if (header.includes(QUOTE)) addQuoted(header, into);
  if (header.includes(ESCAPED_QUOTE)) addBetweenBareQuotes(header, into);
}

function addPair(pair: ByteString, into: Entry[]): void {
  const equals = pair.indexOf('=');
  const name = (equals < 0 ? '' : pair.slice(0, equals)).trim();
  const value = pair.slice(equals + 1);
  const trimmed = BLANK_AROUND.test(value) ? value.trim() : value;
  if (!PLAIN_NAME.test(name) || mayBeCoded(name)) into.push(new Entry('REQUEST_COOKIES_NAMES', name, name));
  if (trimmed !== '' && (name === '' || trimmed !== value))
    into.push(new Entry('REQUEST_COOKIES', name, trimmed));
  if (value.includes(',')) addBehindCommas(value, into);
  if (value.includes('+') && value.includes('%'))
    into.push(new Entry('REQUEST_COOKIES', name, percentDecode(trimmed, false)));
  for (const joined of equalNames(trimmed, (text) => text))
    if (joined !== null) into.push(new Entry('REQUEST_COOKIES', name, joined[1]));
  // Whatever stands before the first quote (aiohttp).
  const quoted = trimmed.slice(trimmed.indexOf(QUOTE));
  if (isQuotedBeyond(quoted))
    into.push(new Entry('REQUEST_COOKIES', name, withoutEscapes(quoted.slice(1, -1))));
}

function addNamesOverPairs(header: ByteString, into: Entry[]): void {
  for (let start = 0; ; ) {
    const equals = header.indexOf('=', start);
    if (equals < 0) return;
    const name = header.slice(start, equals).trim();
    if (name.includes(';') && ODD_SIGN.test(name)) into.push(new Entry('REQUEST_COOKIES_NAMES', name, name));
    const end = header.indexOf(';', equals);
    if (end < 0) return;
    start = end + 1;
  }
}

function addBehindCommas(value: ByteString, into: Entry[]): void {
  let hasQuoted = false;
  for (const piece of value.split(',').slice(1)) {
    const equals = piece.indexOf('=');
    const text = piece.slice(equals + 1).trim();
    if (!hasQuoted && text.startsWith(QUOTE) && value.endsWith(QUOTE)) {
      hasQuoted = true;
      const inner = value.slice(value.indexOf(text) + 1, -1);
      into.push(new Entry('REQUEST_COOKIES', piece.slice(0, equals).trim(), withoutEscapes(inner)));
    }
    if (equals > 0 && text !== '')
      into.push(new Entry('REQUEST_COOKIES', piece.slice(0, equals).trim(), text));
  }
}

/**
 * What stands between each quote and the next, without its escapes: which of them open a text and which close one depends on
 * the reader. One pass: each text is read twice at most, and one that does not end is the last.
 */
function addQuoted(header: ByteString, into: Entry[]): void {
  let nameStart = 0;
  let isValue = false;
  for (let open = header.indexOf(QUOTE); open >= 0; ) {
    const end = endOfQuoted(header, open + 1);
    const text = withoutEscapes(header.slice(open + 1, end));
    // Behind an equals sign a text begins, if that sign is not the end of another one.
    isValue = !isValue && end < header.length && EQUALS_BEFORE.test(header.slice(nameStart, open));
    if (isValue || !(end < header.length ? BETWEEN_TEXTS : BEHIND_TEXTS).test(text.trim()))
      into.push(new Entry('REQUEST_COOKIES', nameBefore(header, nameStart, open), text));
    if (end >= header.length) return;
    nameStart = open + 1;
    open = end;
  }
}

/** For parsers that take every quote after a backslash for an escaped one. */
function addBetweenBareQuotes(header: ByteString, into: Entry[]): void {
  const found = new Set<ByteString>();
  for (const bareQuote of BARE_QUOTES) {
    let before = '';
    for (const piece of header.split(bareQuote)) {
      if ((piece.includes(ESCAPED_QUOTE) || piece.endsWith('\\')) && !found.has(piece)) {
        found.add(piece);
        const name = nameBefore(before, 0, before.length);
        into.push(new Entry('REQUEST_COOKIES', name, piece.replaceAll(ESCAPED_QUOTE, QUOTE)));
      }
      before = piece;
    }
  }
}

/** In quotes, of which readers that look for the last one find another than those that look for the next. */
const isQuotedBeyond = (value: ByteString): boolean =>
  value.length > 1 &&
  value.startsWith(QUOTE) &&
  value.endsWith(QUOTE) &&
  endOfQuoted(value, 1) !== value.length - 1;

function endOfQuoted(header: ByteString, start: number): number {
  let at = start;
  while (at < header.length && header[at] !== QUOTE) at += header[at] === '\\' ? 2 : 1;
  return Math.min(at, header.length);
}

const withoutEscapes = (text: ByteString): ByteString =>
  text.includes('\\') ? text.replace(ESCAPED, unescaped) : text;

const unescaped = (_all: string, octal: string | undefined, character: string | undefined): ByteString =>
  octal === undefined ? character! : String.fromCharCode(Number.parseInt(octal, 8));

function nameBefore(header: ByteString, from: number, open: number): ByteString {
  const before = header.slice(from, open);
  const pair = before.slice(before.lastIndexOf(';') + 1);
  const equals = pair.indexOf('=');
  return equals < 0 ? '' : pair.slice(0, equals).trim();
}
