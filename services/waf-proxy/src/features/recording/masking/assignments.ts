import type { SensitiveNames } from './sensitive-names.ts';

type Mask = (secret: string) => string;

/** What stands between a name and its value: plain, escaped once or twice, and as JavaScript escapes it. */
const SIGN = /=|:|%3[ADad]|%253[ADad]|\\u003[ADad]/g;
/** What may stand around a name and before a value: quotes and blanks, plain and escaped. */
const WRAPPING = ['"', "'", '`', '\\', ' ', '\t', ']', '%22', '%27', '%20', '%5C', '%5c', '%5D', '%5d'];
const DOUBLY = ['%2522', '%2527', '%2520', '%255C', '%255c', '%255D', '%255d'];
const AROUND: readonly string[] = [...DOUBLY, ...WRAPPING];
const MAX_AROUND = 12;
const NAME = /[A-Za-z0-9_.-]/;
const MAX_NAME = 64;
const MAX_SECRET = 4_096;

/** Of a value without quotes: up to what cannot be a part of one word. Escaped blanks are part of it, as in addresses and forms. */
const WORD = /(?:(?!%2[267]|%0[AaDd]|%3[CcEe]|%7[BbDd]|%252[267]|\\["'nr])[^&;,\s"'`<>{}|]){1,4096}/y;
/** Of one that stands behind a colon and a blank, as in YAML and in mails: up to the end of its line. */
const LINE = /(?:(?!%2[26]|%27|%0[AaDd]|%3[Cc]|\\["'nr])[^&;,\r\n"'`<>{}|]){1,4096}/y;

/**
 * What texts say of secrets by their names, wherever they stand: `password=x` of an address within a parameter, `"token": "x"`
 * of JSON within a string, `password: \"x\"` of GraphQL, lines of settings. Each sign looks back a bounded number of bytes, and
 * what a value takes is not looked at again.
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

/** What of a name is the end of an escape that stands before it: `%22name`, `%2522name`, `\\nname`. */
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

/** What stands behind the quote that ends a value; others are part of it. */
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
