// Secrets whose beginning is only recognised by what follows: found by scanning, not by a pattern, so that each byte is
// examined a bounded number of times.

type Mask = (secret: string) => string;

const MAIL_SIGN =
  /@|%(?:25){0,2}40|\\u0040|\\x40|&#64;|&#x40;|&commat;|%26%23(?:64|x40)%3B|%5C(?:u00|x)40|\xef\xbc\xa0|%EF%BC%A0|\\uff20/gi;
/** Bytes beyond ASCII are letters of other scripts. */
const LOCAL_PART = /[A-Za-z0-9._+\x80-\xff-]/;
const ESCAPED_LETTER = /^%(?:[89A-F][0-9A-F]|2[BDE]|5F)$/i;
const MAX_LOCAL_PART = 64;
const DOMAIN =
  /(?:[A-Za-z0-9\x80-\xff-]|%[89A-Fa-f][0-9A-Fa-f]){1,63}(?:(?:\.|%2E|&#46;|&#x2[eE];|&period;)(?:[A-Za-z0-9\x80-\xff-]|%[89A-Fa-f][0-9A-Fa-f]){1,63}){1,5}/y;

/** Mail addresses, plain and escaped. */
export function maskMailAddresses(text: string, mask: Mask): string {
  let masked = '';
  let done = 0;
  for (const { index, 0: sign } of text.matchAll(MAIL_SIGN)) {
    if (index < done) continue;
    const start = beginningOfLocalPart(text, index, done);
    DOMAIN.lastIndex = index + sign.length;
    const domain = DOMAIN.exec(text);
    if (start === index || domain === null) continue;
    masked += text.slice(done, start) + mask(text.slice(start, DOMAIN.lastIndex));
    done = DOMAIN.lastIndex;
  }
  return masked + text.slice(done);
}

/** Skips an escape, whose last letter would be taken for the first of the address. */
function beginningOfLocalPart(text: string, end: number, from: number): number {
  const least = Math.max(from, end - MAX_LOCAL_PART);
  let start = end;
  while (start > least) {
    if (start - 3 >= least && ESCAPED_LETTER.test(text.slice(start - 3, start))) start -= 3;
    else if (LOCAL_PART.test(text[start - 1]!) && !isWithinEscape(text, start - 1)) start--;
    else if (text[start - 1] === ';') {
      const entity = ENTITY.exec(text.slice(Math.max(least, start - MAX_ENTITY), start));
      if (entity === null) break;
      start -= entity[0].length;
    } else break;
  }
  return start === end ? beginningOfQuoted(text, end, least) : start;
}

/** A character of HTML by its number. */
const ENTITY = /&#(?:[0-9]{1,7}|x[0-9a-f]{1,6});$/i;
const MAX_ENTITY = 11;

/** `"Ann Example"@host` (RFC 5322). */
function beginningOfQuoted(text: string, end: number, least: number): number {
  const quote = ['"', '%22'].find((one) => text.endsWith(one, end));
  if (quote === undefined) return end;
  const start = text.lastIndexOf(quote, end - quote.length - 1);
  return start < least ? end : start;
}

const TOKEN_BEGINNING = 'eyJ';
const MIN_PART = 8;
const NOT_OF_TOKEN = /[^A-Za-z0-9_-]/g;

/** JSON Web Tokens: two or three parts separated by dots. */
export function maskWebTokens(text: string, mask: Mask): string {
  let masked = '';
  let done = 0;
  for (let start = text.indexOf(TOKEN_BEGINNING); start >= 0; ) {
    const header = endOfPart(text, start);
    const payload = text[header] === '.' ? endOfPart(text, header + 1) : header;
    const isLong = header - start >= TOKEN_BEGINNING.length + MIN_PART && payload - header - 1 >= MIN_PART;
    let next = header;
    if (isWithinEscape(text, start)) next = start + 1;
    else if (isLong) {
      next = text[payload] === '.' ? endOfPart(text, payload + 1) : payload;
      masked += text.slice(done, start) + mask(text.slice(start, next));
      done = next;
    }
    start = text.indexOf(TOKEN_BEGINNING, next);
  }
  return masked + text.slice(done);
}

function endOfPart(text: string, from: number): number {
  NOT_OF_TOKEN.lastIndex = from;
  return NOT_OF_TOKEN.exec(text)?.index ?? text.length;
}

const KEY_BEGINNING = '-----BEGIN';
const KEY_END = '-----END';
/** Blanks are escaped in forms. */
const KEY_NAME = /PRIVATE(?:%(?:25)?20|[ +_])KEY/;
const KEY_HEAD = 60;

/** Private keys: everything between the first and last line, or to where it was cut. */
export function maskPrivateKeys(text: string, mask: Mask): string {
  return maskPutty(maskPem(text, mask), mask);
}

const PUTTY_LINES = 'Private-Lines';
const PUTTY_END = 'Private-MAC';

/** Private keys as PuTTY stores them. */
function maskPutty(text: string, mask: Mask): string {
  const start = text.indexOf(PUTTY_LINES);
  if (start < 0) return text;
  const from = start + PUTTY_LINES.length;
  const end = text.indexOf(PUTTY_END, from);
  const to = end < 0 ? text.length : end;
  return text.slice(0, from) + mask(text.slice(from, to)) + text.slice(to);
}

/** Keys in PEM (RFC 7468). */
function maskPem(text: string, mask: Mask): string {
  let masked = '';
  let done = 0;
  for (let start = text.indexOf(KEY_BEGINNING); start >= 0; start = text.indexOf(KEY_BEGINNING, start + 1)) {
    if (start < done) continue;
    const named = KEY_NAME.exec(text.slice(start, start + KEY_HEAD));
    if (named === null) continue;
    const from = start + named.index + named[0].length;
    const end = text.indexOf(KEY_END, from);
    const to = end < 0 ? text.length : end;
    masked += text.slice(done, from) + mask(text.slice(from, to));
    done = to;
  }
  return done === 0 ? text : masked + text.slice(done);
}

const AUTHORITY_SIGN = /:\/\/|%3A%2F%2F|%253A%252F%252F/gi;
/** User and password in a URL, before the host. */
const LOGIN = /(?:(?!%2[Ff]|%3[Ff]|%40|%25)[^/?#@\s"'<>&]){1,256}(?=@|%40|%2540)/y;

/** `https://user:password@host`, plain and escaped. */
export function maskAddressLogins(text: string, mask: Mask): string {
  let masked = '';
  let done = 0;
  for (const { index, 0: sign } of text.matchAll(AUTHORITY_SIGN)) {
    const from = index + sign.length;
    LOGIN.lastIndex = from;
    const login = LOGIN.exec(text);
    if (login === null) continue;
    masked += text.slice(done, from) + mask(login[0]);
    done = LOGIN.lastIndex;
  }
  return masked + text.slice(done);
}

const HEX_DIGIT = /[0-9A-Fa-f]/;

const isWithinEscape = (text: string, at: number): boolean =>
  text[at - 1] === '\\' ||
  text[at - 1] === '%' ||
  (text[at - 2] === '%' && HEX_DIGIT.test(text[at - 1] ?? ''));
