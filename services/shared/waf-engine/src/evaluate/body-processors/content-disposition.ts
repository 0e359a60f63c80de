import type { ByteString } from '../../model/api.ts';
import { MultipartError } from './multipart-error.ts';
import type { MultipartFlags } from './multipart-flags.ts';
import { percentDecode } from './percent-decoding.ts';

export interface ContentDisposition {
  name: ByteString | null;
  filename: ByteString | null;
  /** `filename*` as it is on the wire, without its character set: some servers take it instead of `filename`. */
  extendedFilename: ByteString | null;
  /** In which that is to be read. */
  extendedCharset: string;
}

const EXTENDED_CHARSET = /[0-9A-Za-z!#$%&+\-^_`{}~]+'[^']*'/y;
const EXTENDED_VALUE = /(?:%[0-9A-Fa-f]{2}|[0-9A-Za-z!#$&+\-.^_`~])*/y;
const TOKEN = /[!#$%&'*+\-.0-9A-Z^_`a-z{|}~]*/y;
const PARAMETER_NAME = /[^=\t ]*/y;
const BLANKS = /[\t ]*/y;

/** Reads `form-data; name="…"; filename="…"`. Anything that applications might read in two ways is an error. */
export function parseContentDisposition(header: ByteString, flags: MultipartFlags): ContentDisposition {
  const result: ContentDisposition = {
    name: null,
    filename: null,
    extendedFilename: null,
    extendedCharset: '',
  };
  const fail = (code: number): never => {
    throw new MultipartError(`Invalid Content-Disposition header (${code}): ${header}`);
  };
  let at = 0;
  const take = (pattern: RegExp): ByteString => {
    pattern.lastIndex = at;
    const found = pattern.exec(header)?.[0] ?? '';
    at += found.length;
    return found;
  };
  /** Blanks, and then something must follow. */
  const skipBlanks = (code: number): void => {
    take(BLANKS);
    if (at >= header.length) fail(code);
  };

  if (!header.startsWith('form-data')) fail(-1);
  at = 'form-data'.length;
  take(BLANKS);
  if (at >= header.length) return result;
  if (header[at] !== ';') fail(-2);
  at++;

  while (at < header.length) {
    skipBlanks(-3);
    const parameter = take(PARAMETER_NAME);
    if (at >= header.length) fail(-4);
    skipBlanks(-5);
    if (header[at] !== '=') fail(-13);
    at++;
    skipBlanks(-6);

    let value: ByteString;
    let quote = '';
    if (parameter === 'filename*') {
      const prefix = take(EXTENDED_CHARSET);
      if (prefix === '') fail(-16);
      result.extendedCharset = prefix.slice(0, prefix.indexOf("'")).toLowerCase();
      value = take(EXTENDED_VALUE);
      if (at < header.length && header[at] !== ';') fail(-19);
    } else if (header[at] === '"' || header[at] === "'") {
      quote = header[at]!;
      // Technically only double quotes quote, but some applications take both.
      if (quote === "'") flags.invalidQuoting = true;
      at++;
      if (at >= header.length) fail(-7);
      const quotedStart = at;
      const quoted = readQuoted(header, at, quote, fail);
      ({ value, end: at } = quoted);
      // For some it then is no text in quotes, and the parameter none.
      if (!quoted.isClosed) flags.invalidQuoting = true;
      // To readers that do not look what is before it, that backslash makes the quote a part of the text (Django, Rack).
      if (header[at - 2] === '\\' && at - 2 > quotedStart) flags.invalidQuoting = true;
    } else {
      value = take(TOKEN);
    }

    if (parameter === 'name') {
      if (quote !== '"' && value.includes("'")) flags.invalidQuoting = true;
      if (result.name !== null && result.name !== '') fail(-14);
      result.name = value;
    } else if (parameter === 'filename') {
      if (quote !== '"' && value.includes("'")) flags.invalidQuoting = true;
      if (result.filename !== null && result.filename !== '') fail(-15);
      result.filename = value;
    } else if (parameter === 'filename*') {
      if (result.extendedFilename !== null) fail(-20);
      result.extendedFilename = value;
    } else {
      fail(-11);
    }

    take(BLANKS);
    if (at < header.length) {
      if (header[at] !== ';') {
        const previous = header[at - 1];
        if (previous === "'" || previous === '"') flags.invalidQuoting = true;
        fail(-12);
      }
      at++;
    }
  }
  if (result.extendedFilename && !result.filename) fail(-21);
  return result;
}

function readQuoted(
  header: ByteString,
  start: number,
  quote: string,
  fail: (code: number) => never,
): { value: ByteString; end: number; isClosed: boolean } {
  let value = '';
  let at = start;
  while (at < header.length && header[at] !== quote) {
    if (header[at] === '\\') {
      if (at + 1 >= header.length) fail(-8);
      if (header[at + 1] === quote || header[at + 1] === '\\') at++;
    }
    value += header[at]!;
    at++;
  }
  return { value, end: Math.min(at + 1, header.length), isClosed: at < header.length };
}

const ESCAPED_QUOTE = '\\"';
const BACKSLASH = /\\([\s\S])/g;
/** Before these signs alone a backslash means nothing to Go (`tspecials` of RFC 2045). */
const ESCAPED_SPECIAL = /\\([()<>@,;:\\"/[\]?=])/g;
/** For parsers in which a backslash before a quote always escapes it, even after another backslash (Rack). */
const BARE_QUOTE = /(?<!\\)"/g;

const BLANKS_AROUND_EQUALS = /[\t ]=|=[\t ]/;
const NO_BLANK_BEFORE_FILENAME = /;filename/i;

const hasEscapedQuote = (header: ByteString): boolean => header.includes(ESCAPED_QUOTE);

/**
 * Some do not find the file's name then, and take the part for a field: Undertow behind a quote that is escaped, hapi without a
 * blank in front of it, others by blanks.
 */
export const mayBeField = (header: ByteString): boolean =>
  hasEscapedQuote(header) || BLANKS_AROUND_EQUALS.test(header) || NO_BLANK_BEFORE_FILENAME.test(header);

/**
 * Texts in quotes that have a backslash, as they are to readers that undo it before quotes and leave two backslashes alone
 * (Bottle, Jetty), before special signs only (Go), and to those that undo nothing (Tomcat).
 */
export function textsInQuotes(header: ByteString): ByteString[] {
  const texts: ByteString[] = [];
  if (!header.includes('\\')) return texts;
  // A text that nothing closes leaves none behind it that could be closed: each sign is read once.
  for (let at = header.indexOf('"'); at >= 0; ) {
    let end = at + 1;
    while (end < header.length && header[end] !== '"') end += header[end] === '\\' ? 2 : 1;
    if (end >= header.length) break;
    const text = header.slice(at + 1, end);
    if (text.includes(ESCAPED_QUOTE)) texts.push(text.replaceAll(ESCAPED_QUOTE, '"'), text);
    if (text.includes('\\')) texts.push(text.replace(ESCAPED_SPECIAL, '$1'));
    at = header.indexOf('"', end + 1);
  }
  if (header.includes('\\\\"')) texts.push(...textsBetweenBareQuotes(header));
  return texts;
}

function textsBetweenBareQuotes(header: ByteString): ByteString[] {
  const texts: ByteString[] = [];
  const quotes = Array.from(header.matchAll(BARE_QUOTE), ({ index }) => index);
  for (let at = 0; at + 1 < quotes.length; at += 2)
    texts.push(header.slice(quotes[at]! + 1, quotes[at + 1]).replaceAll(ESCAPED_QUOTE, '"'));
  return texts;
}

/** Up to the next semicolon, and up to the next one that is in no quotes. */
const BEHIND_EQUALS = [/(\*?)=([\t ]*)([^;]*)/g, /(\*?)=([\t ]*)((?:"(?:[^"\\]|\\[\s\S])*(?:"|$)|[^;"])*)/g];
const BLANK = /\s/;
const ONE_TEXT_IN_QUOTES = /^"[^"\\]*"$/;
const BEFORE_SEPARATOR = /^[^,=]*/;
const CHARSET = /^[\w-]*'[^']*'/;

/**
 * Values of parameters as they stand, quotes and all: with a blank before them they belong to the value (Bottle), and so they do
 * in `name*="utf-8''x"` (Werkzeug), and what follows them or a word (Tomcat, with quotes taken off its ends or not).
 */
export function valuesAsTheyStand(header: ByteString): ByteString[] {
  const values = new Set<ByteString>();
  for (const pattern of BEHIND_EQUALS)
    for (const [, star, blanks, text = ''] of header.matchAll(pattern)) {
      const value = text.trimEnd();
      const isInQuotes = value.includes('"');
      // Quotes of the other kind are a part of it to most; behind a star one of them ends the character set.
      if (!isInQuotes && !BLANK.test(value) && (star !== '' || !value.includes("'"))) continue;
      if (star === '' && blanks === '' && ONE_TEXT_IN_QUOTES.test(value)) continue;
      values.add(value);
      if (value.startsWith('"')) {
        const inner = value.slice(1, -1);
        values.add(inner.replaceAll(ESCAPED_QUOTE, '"'));
        values.add(inner.replace(BACKSLASH, '$1'));
      }
      if (!isInQuotes) values.add(percentDecode(value.replace(CHARSET, ''), false));
      values.add(BEFORE_SEPARATOR.exec(value)![0].trimEnd());
    }
  return [...values];
}

/** Signs that Netty leaves out of names, and those that are blanks to it. */
const LEFT_OUT = /["\\]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const BLANK_TO_NETTY = /[\0-\x1f\x7f:,=;]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const CLEANED = /["\\\0-\x1f\x7f:,=;]/;

/** Nearly all parts have this, in which there is nothing to leave out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const PLAIN_PARAMETERS = /^form-data(?:; ?\w{1,20}="[^"\\\0-\x1f\x7f:,=;]*")*$/;

/** Values of parameters without the signs that Netty takes out of all names: `"<scr\"ipt>"` is `<script>`. */
export function cleanedValues(header: ByteString): ByteString[] {
  const values: ByteString[] = [];
  if (PLAIN_PARAMETERS.test(header)) return values;
  for (const parameter of parametersOf(header)) {
    const equals = parameter.indexOf('=');
    const text = parameter.slice(equals + 1).trim();
    const isCoded = parameter[equals - 1] === '*';
    const value = isCoded ? percentDecode(text.replace(CHARSET, ''), true) : text.replace(/^"|"$/g, '');
    if (equals > 0 && CLEANED.test(value))
      values.push(value.replace(LEFT_OUT, '').replace(BLANK_TO_NETTY, ' ').trim());
  }
  values.push(...cutValues(header));
  return values;
}

/** Values cut at each semicolon and equals sign, in quotes or not, without any quote (h3, parse-multipart-data). */
function cutValues(header: ByteString): ByteString[] {
  const values: ByteString[] = [];
  for (const parameter of header.split(';')) {
    const value = parameter.split('=', 2)[1]?.replaceAll('"', '').trim();
    if (value !== undefined && value !== '') values.push(value);
  }
  return values;
}

/** What stands between semicolons that are in no quotes. */
function* parametersOf(header: ByteString): Generator<ByteString> {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < header.length; at++) {
    const sign = header[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === '\\' && isQuoted) at++;
    else if (sign === ';' && !isQuoted) {
      yield header.slice(start, at);
      start = at + 1;
    }
  }
  yield header.slice(start);
}
