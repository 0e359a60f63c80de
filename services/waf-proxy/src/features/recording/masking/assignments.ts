import type { SensitiveNames } from './sensitive-names.ts';

type Mask = (secret: string) => string;

/** Separators between a name and its value: plain, URL-escaped once or twice, and JavaScript-escaped. */
const SIGN = /=|:|%3[ADad]|%253[ADad]|\\u003[ADad]/g;
/** Quotes and blanks around names and values, plain and escaped. */
const WRAPPING = ['"', "'", '`', '\\', ' ', '\t', ']', '%22', '%27', '%20', '%5C', '%5c', '%5D', '%5d'];
const DOUBLY = ['%2522', '%2527', '%2520', '%255C', '%255c', '%255D', '%255d'];
const AROUND: readonly string[] = [...DOUBLY, ...WRAPPING];
const MAX_AROUND = 12;
const NAME = /[A-Za-z0-9_.-]/;
const MAX_NAME = 64;
const MAX_SECRET = 4_096;

/** An unquoted value: up to a character that ends a word. Escaped blanks belong to it, as in URLs and forms. */
const WORD = /(?:(?!%2[267]|%0[AaDd]|%3[CcEe]|%7[BbDd]|%252[267]|\\["'nr])[^&;,\s"'`<>{}|]){1,4096}/y;
/** A value after a colon and a blank, as in YAML and mails: up to the end of the line. */
const LINE = /(?:(?!%2[26]|%27|%0[AaDd]|%3[Cc]|\\["'nr])[^&;,\r\n"'`<>{}|]){1,4096}/y;

/**
 * Masks values of secret names anywhere in a text: `password=x` of a URL in a parameter, `"token": "x"` of JSON in a
 * string, `password: \"x\"` of GraphQL, lines of settings. Each separator looks back a bounded number of bytes, and a
 * value is not scanned again, so that work is linear.
 */
export function maskAssignments(text: string, names: SensitiveNames, mask: Mask): string {
  let masked = '';
  let done = 0;
  SIGN.lastIndex = 0;
  for (let sign = SIGN.exec(text); sign !== null; sign = SIGN.exec(text)) {
    const end = sign.index + sign[0].length;
    const name = nameBefore(text, sign.index, done);
    if (name === '' || !names.isSecret(name)) continue;
    const [from, to] = valueBehind(text, end, sign[0] === ':');
    if (to === from) continue;
    masked += text.slice(done, from) + mask(text.slice(from, to));
    done = to;
    SIGN.lastIndex = to;
  }
  return done === 0 ? text : masked + text.slice(done);
}

function nameBefore(text: string, sign: number, done: number): string {
  const end = backOver(text, sign, Math.max(done, sign - MAX_AROUND));
  const least = Math.max(done, end - MAX_NAME);
  let start = end;
  while (start > least && NAME.test(text[start - 1]!)) start--;
  start += lettersOfEscape(text, start);
  return text.slice(start, end);
}

/** Letters of a name that are the end of an escape before it: `%22name`, `%2522name`, `\\nname`. */
function lettersOfEscape(text: string, start: number): number {
  if (text[start - 1] === '\\') return text[start] === 'u' ? 5 : 1;
  if (text[start - 1] !== '%') return 0;
  return text.startsWith('25', start) ? 4 : 2;
}

/** Where the value begins and ends. */
function valueBehind(text: string, sign: number, isColon: boolean): [from: number, to: number] {
  let from = sign;
  let quote = '';
  for (const most = sign + MAX_AROUND; from < most; ) {
    const piece = AROUND.find((one) => text.startsWith(one, from)) ?? (text[from] === '+' ? '+' : undefined);
    if (piece === undefined || piece === ']') break;
    if (/^(?:["'`]|%2[27]|%252[27])$/.test(piece)) quote = piece;
    from += piece.length;
    if (quote !== '') break;
  }
  if (quote !== '') return [from, endOfQuoted(text, from, quote)];
  const pattern = isColon && text[sign] === ' ' ? LINE : WORD;
  pattern.lastIndex = from;
  return [from, from + (pattern.exec(text)?.[0].length ?? 0)];
}

/** What may follow the closing quote of a value; other quotes are part of it. */
const BEHIND_END = /[\s,;&)}\]>/\\|]|%2[026CcFf]|%7[Dd]|%5[CcDd]|%3[BbEe]|%0[AaDd]|%25|$/y;

function endOfQuoted(text: string, from: number, quote: string): number {
  const most = Math.min(text.length, from + MAX_SECRET);
  for (let at = text.indexOf(quote, from); at >= 0 && at < most; at = text.indexOf(quote, at + 1)) {
    BEHIND_END.lastIndex = at + quote.length;
    if (BEHIND_END.test(text)) return at;
  }
  return most;
}

function backOver(text: string, from: number, least: number): number {
  let at = from;
  for (;;) {
    const piece = AROUND.find((one) => at - one.length >= least && text.endsWith(one, at));
    if (piece === undefined) return at;
    at -= piece.length;
  }
}
