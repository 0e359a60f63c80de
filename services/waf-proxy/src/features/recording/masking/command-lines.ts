import { endOfRun } from './end-of-run.ts';
import type { SensitiveNames } from './sensitive-names.ts';

type Mask = (secret: string) => string;

/** An option and the blanks behind it; in forms a blank is a plus. */
const OPTION = /(?<![\w-])--?([A-Za-z_][A-Za-z0-9_-]{0,63})(?:%20|[ +]){1,8}(?!-)/g;
/** Options of curl, whose value is a name and a password. */
const LOG_INS: ReadonlySet<string> = new Set(['u', 'U', 'user', 'proxy-user']);
const COLON = /:|%3A/i;
const QUOTES = ['"', "'", String.raw`\"`, '%22', '%27'];
/** Pieces of values without quotes, of texts and of forms. */
const WORD = /[^\s"'`<>|;&\\]{1,4096}/y;
const FORM_WORD = /(?:(?!%2[0267]|%0[AaDd])[^\s"'`<>|;&+]){1,4096}/y;

/** Masks `--password x`, `-u name:x` of curl, `-px` of MySQL's programs, and `name:x@tcp(host)`. */
export function maskCommandLines(text: string, names: SensitiveNames, mask: Mask): string {
  let masked = text;
  // Most texts have none of the words, which are found sooner than a pattern.
  if (/@|%40/.test(masked) && /tcp|unix/.test(masked)) masked = maskSourceNames(masked, mask);
  if (masked.includes('machine')) masked = maskNetrc(masked, mask);
  if (!masked.includes('-')) return masked;
  masked = maskOptions(masked, names, mask);
  return masked.includes('mysql') || masked.includes('mariadb') ? maskMysql(masked, mask) : masked;
}

function maskOptions(text: string, names: SensitiveNames, mask: Mask): string {
  let masked = '';
  let done = 0;
  for (const { 0: found, 1: name, index } of text.matchAll(OPTION)) {
    if (index < done) continue;
    const isLogIn = LOG_INS.has(name!);
    if (!isLogIn && !names.isSecret(name!)) continue;
    const [from, to] = valueAt(text, index + found.length);
    if (isLogIn && !COLON.test(text.slice(from, to))) continue;
    masked += text.slice(done, from) + mask(text.slice(from, to));
    done = to;
  }
  return done === 0 ? text : masked + text.slice(done);
}

/** Words of a line of `.netrc`, between blanks or line ends. */
const GAP = String.raw`(?:%20|%0[AaDd]|%09|\\[nrt]|[ +\t\r\n])`;
const NETRC_WORD = new RegExp(`(?<=${GAP})(?:login|account|password)${GAP}{1,8}`, 'g');
const LINE_END = /[\r\n]|%0[AaDd]|\\[nr]/;
const NETRC_VALUE = /(?:(?!%2[0267]|%0[AaDd9])[^\s"'`<>|;&+\\]){1,4096}/y;

/** Masks log-ins of a file: `machine HOST login NAME password x`. */
function maskNetrc(text: string, mask: Mask): string {
  const begin = text.indexOf('machine');
  if (!LINE_END.test(text) || !text.includes('password', begin)) return text;
  let masked = '';
  let done = 0;
  for (const { 0: found, index } of text.matchAll(NETRC_WORD)) {
    const from = index + found.length;
    if (index < begin || index < done) continue;
    const to = endOfRun(NETRC_VALUE, text, from);
    masked += text.slice(done, from) + mask(text.slice(from, to));
    done = to;
  }
  return done === 0 ? text : masked + text.slice(done);
}

/** MySQL's programs take a password right behind its letter. */
const MYSQL = /mysql|mariadb/g;
const MYSQL_OPTION = /(?:%20|[ +])-p(?!%20|[ +\r\n]|$)/;
const MAX_COMMAND = 256;

function maskMysql(text: string, mask: Mask): string {
  let masked = '';
  let done = 0;
  for (const { index } of text.matchAll(MYSQL)) {
    if (index < done) continue;
    const command = text.slice(index, index + MAX_COMMAND);
    const option = MYSQL_OPTION.exec(command);
    if (option === null) continue;
    const [from, to] = valueAt(text, index + option.index + option[0].length);
    if (to === from) continue;
    masked += text.slice(done, from) + mask(text.slice(from, to));
    done = to;
  }
  return done === 0 ? text : masked + text.slice(done);
}

function valueAt(text: string, at: number): [from: number, to: number] {
  const quote = QUOTES.find((one) => text.startsWith(one, at));
  if (quote !== undefined) {
    const from = at + quote.length;
    const end = text.indexOf(quote, from);
    return [from, end < 0 ? text.length : end];
  }
  const isForm = text[at - 1] === '+' || text.startsWith('%20', at - 3);
  return [at, endOfRun(isForm ? FORM_WORD : WORD, text, at)];
}

/** `name:password@tcp(host)`, as Go's drivers are told where a database is. */
const SOURCE_HOST = /(?:@|%40)(?:tcp|unix)(?:\(|%28)/g;
const NOT_OF_SOURCE = /[\s"'`<>=&,]/;
const MAX_SOURCE = 256;

function maskSourceNames(text: string, mask: Mask): string {
  let masked = '';
  let done = 0;
  for (const { index } of text.matchAll(SOURCE_HOST)) {
    const least = Math.max(done, index - MAX_SOURCE);
    let from = index;
    while (from > least && !NOT_OF_SOURCE.test(text[from - 1]!)) from--;
    masked += text.slice(done, from) + mask(text.slice(from, index));
    done = index;
  }
  return done === 0 ? text : masked + text.slice(done);
}
