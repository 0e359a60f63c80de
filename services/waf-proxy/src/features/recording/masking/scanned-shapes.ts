// Secrets whose beginning is known by what comes after it: found without a pattern, so that each byte is looked at a bounded
// number of times, whatever a stranger sends.

type Mask = (secret: string) => string;

const MAIL_SIGN = /@|%40/g;
const LOCAL_PART = /[A-Za-z0-9._+-]/;
const MAX_LOCAL_PART = 64;
const DOMAIN = /[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}/y;

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

/** Not within an escape, of which the last letter would be taken for its first. */
function beginningOfLocalPart(text: string, end: number, from: number): number {
  const least = Math.max(from, end - MAX_LOCAL_PART);
  let start = end;
  while (start > least && LOCAL_PART.test(text[start - 1]!)) start--;
  while (start < end && isWithinEscape(text, start)) start++;
  return start;
}

const TOKEN_BEGINNING = 'eyJ';
const MIN_PART = 8;
const NOT_OF_TOKEN = /[^A-Za-z0-9_-]/g;

/** JSON Web Tokens: two parts, mostly with a third, and points between them. */
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

const HEX_DIGIT = /[0-9A-Fa-f]/;

const isWithinEscape = (text: string, at: number): boolean =>
  text[at - 1] === '\\' ||
  text[at - 1] === '%' ||
  (text[at - 2] === '%' && HEX_DIGIT.test(text[at - 1] ?? ''));
