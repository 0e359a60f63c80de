import { endOfRun } from './end-of-run.ts';
import type { SensitiveNames } from './sensitive-names.ts';

type Mask = (secret: string) => string;

/** Separators between a name and its value: plain, URL-escaped up to three times, and JavaScript-escaped. */
const SIGN = /=|:|%(?:25){0,2}3[ADad]|\\u003[ADad]/g;
/** Quotes and blanks around names and values, plain and escaped up to three times. */
const ESCAPED = ['22', '27', '20', '5C', '5c', '5D', '5d'];
const AROUND: readonly string[] = [
  ...['%2525', '%25', '%'].flatMap((sign) => ESCAPED.map((code) => sign + code)),
  ...['"', "'", '`', '\\', ' ', '\t', ']'],
];
const MAX_AROUND = 12;
/** Of blanks that line signs and values up in columns. */
const MAX_COLUMN = 100;
const NAME = /[A-Za-z0-9_.-]/;
const MAX_NAME = 64;

/** A piece of an unquoted value: up to a character that ends a word. Escaped blanks belong to it, as in URLs and forms. */
const WORD =
  /(?:(?!%2[267]|%0[AaDd]|%3[CcEe]|%7[BbDd]|%(?:25){1,2}2[267]|\\["'nr])[^&;,\s"'`<>{}|]){1,4096}/y;
/** The same after a colon and a blank, as in YAML and mails: up to the end of the line. */
const LINE = /(?:(?!%2[26]|%27|%0[AaDd]|%3[Cc]|\\["'nr])[^&;,\r\n"'`<>{}|]){1,4096}/y;

/**
 * Masks values of secret names anywhere in a text: `password=x` of a URL in a parameter, `"token": "x"` of JSON in a
 * string, `password: \"x\"` of GraphQL, lines of settings. Each separator looks back a bounded number of bytes, and a
 * value is not scanned again, so that work is linear.
 */
export function maskAssignments(text: string, names: SensitiveNames, mask: Mask): string {
  return maskElements(maskSerialised(maskSigned(text, names, mask), names, mask), names, mask);
}

/** Members of a list of names and values, as in YAML's `- name: PASSWORD` and `value: x` on the next line. */
const NAMING = /^(?:name|key)$/i;
const VALUE = /^value$/i;
/** Characters between a name and its value. */
const MAX_BESIDE = 40;

function maskSigned(text: string, names: SensitiveNames, mask: Mask): string {
  let masked = '';
  let done = 0;
  /** The end of the last secret's name that stood as a value. */
  let named = Number.NEGATIVE_INFINITY;
  SIGN.lastIndex = 0;
  for (let sign = SIGN.exec(text); sign !== null; sign = SIGN.exec(text)) {
    const end = sign.index + sign[0].length;
    const name = nameBefore(text, sign.index, done);
    if (name === '') continue;
    if (NAMING.test(name)) {
      const [from, to] = valueBehind(text, end, sign[0] === ':');
      if (to - from <= MAX_NAME && names.isSecret(text.slice(from, to).trim())) named = to;
    }
    const isBeside = sign.index - named <= MAX_BESIDE && VALUE.test(name);
    if (!isBeside && !names.isSecret(name)) continue;
    const isLine = sign[0] === ':' && COOKIES.test(name);
    const [from, to] = isLine ? lineOfCookies(text, end) : valueBehind(text, end, sign[0] === ':');
    if (to === from) continue;
    masked += text.slice(done, from) + mask(text.slice(from, to));
    done = to;
    SIGN.lastIndex = to;
  }
  return done === 0 ? text : masked + text.slice(done);
}

/** A header in a text: all of its cookies are secret, whatever their names. */
const COOKIES = /^(?:set-)?cookie$/i;
const COOKIE_LINE = /(?:(?!%2[27]|%0[AaDd]|\\["nr])[^\r\n"'`<>{}]){1,4096}/y;

function lineOfCookies(text: string, sign: number): [from: number, to: number] {
  let from = sign;
  while (isBlank(text[from])) from++;
  const to = endOfRun(COOKIE_LINE, text, from);
  // A member of an object.
  return to === from ? valueBehind(text, sign, true) : [from, to];
}

function nameBefore(text: string, sign: number, done: number): string {
  const end = backOver(text, beforeBlanks(text, sign, done), Math.max(done, sign - MAX_AROUND - MAX_COLUMN));
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
  let letters = 2;
  while (text.startsWith('25', start + letters - 2)) letters += 2;
  return letters;
}

function beforeBlanks(text: string, from: number, done: number): number {
  const least = Math.max(done, from - MAX_COLUMN);
  let at = from;
  while (at > least && isBlank(text[at - 1])) at--;
  return at;
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** Where the value begins and ends. */
function valueBehind(text: string, sign: number, isColon: boolean): [from: number, to: number] {
  const block = isColon ? blockBehind(text, sign) : null;
  if (block !== null) return block;
  let from = sign;
  let quote = '';
  while (from < sign + MAX_COLUMN && isBlank(text[from]) && isBlank(text[from + 1])) from++;
  for (const most = from + MAX_AROUND; from < most; ) {
    const piece = AROUND.find((one) => text.startsWith(one, from)) ?? (text[from] === '+' ? '+' : undefined);
    if (piece === undefined || piece === ']') break;
    if (/^(?:["'`]|%2[27]|%252[27])$/.test(piece)) quote = piece;
    from += piece.length;
    if (quote !== '') break;
  }
  if (quote !== '') return [from, endOfQuoted(text, from, quote)];
  const container = endOfContainer(text, from);
  if (container > from) return [from, container];
  return [from, endOfRun(isColon && text[sign] === ' ' ? LINE : WORD, text, from)];
}

/** The end of the line, before it perhaps what says in YAML that a text of many lines follows. */
const REST_OF_LINE = /[ \t]{0,100}(?:[|>][+-]?[0-9]?[ \t]{0,100})?\r?\n/y;
/** After blanks. */
const OPENING_QUOTE = /[ \t]{0,100}(["'`])/y;

/** A value in the lines behind its name's: of YAML, or in quotes of JavaScript. */
function blockBehind(text: string, sign: number): [from: number, to: number] | null {
  REST_OF_LINE.lastIndex = sign;
  if (!REST_OF_LINE.test(text)) return null;
  let from = REST_OF_LINE.lastIndex;
  OPENING_QUOTE.lastIndex = from;
  const quote = OPENING_QUOTE.exec(text)?.[1];
  if (quote !== undefined) {
    from = OPENING_QUOTE.lastIndex;
    return [from, endOfQuoted(text, from, quote)];
  }
  let to = from;
  // Lines that are further to the right.
  while (isBlank(text[to])) {
    const end = text.indexOf('\n', to);
    to = end < 0 ? text.length : end + 1;
  }
  return [from, to];
}

/** How the brackets of a document within a text may be written; a document has one way for all. */
const BRACKETS = [
  ['{', '}', '[', ']'],
  ['%7B', '%7D', '%5B', '%5D'],
  ['%7b', '%7d', '%5b', '%5d'],
  ['%257B', '%257D', '%255B', '%255D'],
] as const;

/** Where an object or a list ends that begins here, with all that it contains; `from` for none. */
function endOfContainer(text: string, from: number): number {
  const way = BRACKETS.find(
    ([object, , list]) => text.startsWith(object, from) || text.startsWith(list, from),
  );
  if (way === undefined) return from;
  const [object, objectEnd, list, listEnd] = way;
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text.startsWith(object, at) || text.startsWith(list, at)) depth++;
    else if (text.startsWith(objectEnd, at)) {
      if (--depth === 0) return at + objectEnd.length;
    } else if (text.startsWith(listEnd, at) && --depth === 0) return at + listEnd.length;
  }
  return text.length;
}

/** PHP's `s:8:"password";s:6:"secret";`, plain and URL-escaped. */
const SERIALISED =
  /(?:"|%22)((?:[A-Za-z0-9_.[\]-]|%5[BbDd]){1,64})(?:"|%22)(?:;|%3[Bb])[a-z](?::|%3[Aa])(?:[0-9]{1,9}(?::|%3[Aa]))?(?:"|%22)?/g;

function maskSerialised(text: string, names: SensitiveNames, mask: Mask): string {
  let masked = '';
  let done = 0;
  for (const { 0: found, 1: name, index } of text.matchAll(SERIALISED)) {
    if (index < done || !names.isSecret(name!)) continue;
    const from = index + found.length;
    const quote = /"$|%22$/.exec(found)?.[0];
    const to = quote === undefined ? endOfRun(WORD, text, from) : endOfQuoted(text, from, quote);
    masked += text.slice(done, from) + mask(text.slice(from, to));
    done = to;
  }
  return done === 0 ? text : masked + text.slice(done);
}

/** The beginning of an element without attributes, plain and escaped for addresses and JSON. */
const ELEMENT =
  /(?:<|%(?:25)?3[Cc]|\\u003[Cc])(?:[A-Za-z0-9_-]{1,32}(?::|%3[Aa]))?([A-Za-z0-9_.-]{1,64})(?:>|%(?:25)?3[Ee]|\\u003[Ee])/g;
const CONTENT = /(?:(?!%(?:25)?3[Cc]|\\u003[Cc])[^<]){1,4096}/y;

/** XML within other texts. */
function maskElements(text: string, names: SensitiveNames, mask: Mask): string {
  let masked = '';
  let done = 0;
  for (const { 0: found, 1: name, index } of text.matchAll(ELEMENT)) {
    if (index < done || !names.isSecret(name!)) continue;
    const from = index + found.length;
    const to = endOfRun(CONTENT, text, from);
    masked += text.slice(done, from) + mask(text.slice(from, to));
    done = to;
  }
  return done === 0 ? text : masked + text.slice(done);
}

/** What may follow the closing quote of a value; other quotes are part of it. */
const BEHIND_END = /[\s,;&)}\]>/\\|]|%2[026CcFf]|%7[Dd]|%5[CcDd]|%3[BbEe]|%0[AaDd]|%25|$/y;

/** Where no quote ends it, the rest of the text: it may have been cut off within the value. */
function endOfQuoted(text: string, from: number, quote: string): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    BEHIND_END.lastIndex = at + quote.length;
    // In forms a blank is a plus.
    const isForm = quote.length > 1 && text[at + quote.length] === '+';
    if (isForm || BEHIND_END.test(text)) return at;
  }
  return text.length;
}

function backOver(text: string, from: number, least: number): number {
  let at = from;
  for (;;) {
    const piece = AROUND.find((one) => at - one.length >= least && text.endsWith(one, at));
    if (piece === undefined) return at;
    at -= piece.length;
  }
}
