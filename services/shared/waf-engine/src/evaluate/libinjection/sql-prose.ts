/**
 * Distinguishes texts about SQL from pieces of it. A value is inserted between quotes, or without any; in either case
 * an injection continues the statement: after the quote that ends the text, or after the first operand, follows an
 * operator, a word of SQL, a bracket or a comment. Where three operands follow each other in every such reading, a
 * database only reports a syntax error. The quotes around texts of a JSON document end nothing; these texts are judged
 * one by one.
 */
import type { ByteString } from '../../model/api.ts';
import { isSearch } from './search-language.ts';
import { isBrokenCondition, pastBlanks, pastNumber, pastWord } from './sql-condition.ts';
import { sqlWord } from './sql-words.ts';

/** What goes on with a statement, or begins one of SQL Server's, that needs no semicolon, beside the words that are known as such. */
const FURTHER_WORDS = new Set(
  `alike at attach backup bit break bulk checkpoint close cluster comment commit connect containing copy dbcc deallocate deny detach
  disable discard enable end escape export flush get glob go ilike imp import install isnull label like2 like4 likec limit listen
  matches member minus move national notify notnull of on operator overlaps pragma prepare prior qualify raiserror readtext reassign
  receive reconfigure refresh regexp reindex reset restore returning revert rollback save savepoint security send set some soundex start
  stop submultiset throw truncate unlisten updatetext using vacuum window with within writetext`.split(/\s+/),
);
/** Operators, and words between parts of a statement: what begins with one and goes on with three operands is no SQL, either. */
const OPENERS = new Set(
  'all and any as at by case for from having in is like not on or then when where'.split(' '),
);
const STATEMENTS = /^(?:select|insert|update|delete|create|with|drop|alter)$/i;
/** What MySQL and SQLite, which alone have backticks, begin a statement with and never go on with behind an alias. */
const STATEMENTS_ALONE = new Set(['select', 'insert', 'delete', 'create', 'drop', 'alter']);
/** Functions of every database, that sentences name as well: without a bracket behind it such a word is a name. */
const CALLED = new Set(
  'abs avg ceil concat count floor hex length lower max md5 min now round sha1 sleep substr substring sum trim upper'.split(
    ' ',
  ),
);
/** Names a language where a routine is made, and nothing behind an operand. */
const LABEL_OF_CODE = 'sql';
const QUOTES = ["'", '"', '`'] as const;
type Quote = (typeof QUOTES)[number] | '';

/** Maximum quotes that may be escaped and are followed; prose has fewer. */
const MAX_ENDS = 16;
const MAX_TOKENS = 12;
/** Longer ones are not asked. */
const MAX_PROSE = 4096;
const MAX_DOCUMENT = 64 * 1024;

/** Where code of SQL may end, or a text or a name in it begin (`[…]` of SQL Server, `$$…$$` of PostgreSQL). */
const SEAM = /['"`#;\\[\]$]|--|\/\*/;
/** What stands between a brace and a quote in labels of PromQL and LogQL. */
const LABEL = /^\s{0,2}\w{1,60}\s{0,2}(?:=~?|![=~])\s{0,2}$/;
const NAME_END = /\w/;
/** Beginning of a group in a regular expression. */
const GROUP = /\(\?[=!:<]/;
/**
 * A sentence that names a sign, and perhaps where it stood, as readers of JSON complain. Between single quotes it would compare two
 * texts, and be false with these signs, whatever they say.
 */
const QUOTED_SIGN =
  /^(?:[A-Za-z]+[:,]? ){2,8}'[<>{}[\](),;:.]{1,2}'(?:, "[^"'`\\;()=-]{0,60}"(?:\.\.\.)?)?(?: [A-Za-z]+){0,8}[.!?]?$/;

/** `fix(sql): `, as messages of commits begin: no database has such a function, and none goes on with a colon behind a call. */
const BEGINS_A_COMMIT =
  /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|tests?)\([\w,. /-]{1,60}\)!?: (?=[A-Za-z])/;
/** `2026-11-28 06:25:24`, as records of logs begin: behind the number of a day stands no other number in SQL. */
const BEGINS_A_RECORD = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/;
/** `{mountpoint="/"} < 10`: between double quotes a text would be divided by another that begins with no number, which is nothing. */
const DIVIDES_BY_NOTHING = /^[^"'`\\]*"\/"[^"\s0-9.+-][^"]*$/;
/** Between double quotes it would compare a text with a column that nobody has. */
const BEGINS_A_PAGE = /^[^"]*"<!DOCTYPE [^"]*"[^"]*$/;
/**
 * `LIKE '%gift%' OR …`, as statements in logs have it: between single quotes a text would be divided by a column and by a text that is
 * no number, which is nothing, or an error.
 */
const LIKES_TEXTS = /^[^'\\]*(?:'%[A-Za-z]\w{0,40}%'[ )]*(?:[A-Za-z][^'\\]*)?)+$/;
/** A question: nothing that an operand could begin with. */
const BEGINS_A_QUESTION = /^Is (?!null\b|not\b)/;
/** `<p>`, as documents of editors begin: no operand begins with a comparison. */
const BEGINS_A_DOCUMENT = /^<[a-z][a-z0-9]{0,12}>/i;
/**
 * `From: "Keller, Jan" <…`, as headers of mails and lists have names: between double quotes these would be columns beside the text, and
 * all that follows is a text again. Nothing is asked there, whatever it says.
 */
const LISTS_NAMES = /^[^"'`\\]*"[A-Za-z][\w ]{0,40},[ ]?[A-Za-z]\w{0,40}"[^"'`\\]*$/;
/** What goes on with a statement in one of them. */
const STATEMENT_WORD =
  /\b(?:select|union|from|where|having|into|join|table|values|order|group|limit|exec|execute|case|like|rlike|regexp|and|or|xor)\b/i;
const A_WORD = /[A-Za-z_]\w*/g;

/** Files as patterns name them: the comment that a database would see ends a division by columns, which nobody has. */
const GLOB =
  /^(?:\*\*\/|\/)?[A-Za-z][\w.]*(?:-\w[\w.]*)*(?:\/(?![\d.]+\/)[\w.]+(?:-\w[\w.]*)*)+\/\*{1,2}(?:\.\w{1,8})?$/;
/**
 * A CSS selector with a text in quotes, which is a path or a word: between quotes it would be divided by an unknown
 * column, or follow a name. The rest of it contains no quote.
 */
const SELECTOR_PIECE = String.raw`[\w.#:*>+~ ,-]|\([\w+ -]{0,20}\)`;
const SELECTOR_TEST = String.raw`\[[A-Za-z][\w-]{0,40}(?:[~|^$*]?=(?:'(?:/?[A-Za-z][\w.]{0,40}){1,8}/?'|"(?:/?[A-Za-z][\w.]{0,40}){1,8}/?"))?\]`;
const SELECTOR = new RegExp(`^(?:${SELECTOR_PIECE}|${SELECTOR_TEST})+$`);
const MAX_SELECTOR = 1024;
/** Behind brackets a block begins, as in programs: nothing that a database reads. */
const BLOCK = /\)\s{0,4}\{/;

/** `Subject: Re`, as headers and answers begin: no operand has a colon behind it, and no label stands where an operand does. */
const BEGINS_A_FIELD = /^[A-Za-z][A-Za-z-]{0,40}:[ \t\r\n]+[A-Za-z0-9"]/;

export function isSqlProse(value: ByteString): boolean {
  if (isDocument(value) || isSearch(value) || isSelector(value) || isGlob(value)) return true;
  if (value.length > MAX_PROSE) return false;
  const namesSign = QUOTED_SIGN.test(value) && !STATEMENT_WORD.test(value);
  const isHarmless = (quote: Quote): boolean =>
    (namesSign && (quote === "'" || (quote === '"' && BEGINS_A_PAGE.test(value)))) ||
    (quote === '"' && DIVIDES_BY_NOTHING.test(value)) ||
    (quote === "'" && LIKES_TEXTS.test(value)) ||
    (quote === '"' && LISTS_NAMES.test(value)) ||
    endsInAll(value, quote);
  const isHarmlessAlone =
    namesSign ||
    BEGINS_A_COMMIT.test(value) ||
    BEGINS_A_RECORD.test(value) ||
    BEGINS_A_FIELD.test(value) ||
    BEGINS_A_QUESTION.test(value) ||
    BEGINS_A_DOCUMENT.test(value) ||
    endsThere(value, 0, '') ||
    hasForeignBracket(value);
  return isHarmlessAlone && QUOTES.every(isHarmless);
}

/** Brackets that no database reads, before any quote, comment or word of SQL: the statement around them is none. */
function hasForeignBracket(value: ByteString): boolean {
  const seam = value.search(SEAM);
  const code = seam < 0 ? value : value.slice(0, seam);
  if (BLOCK.test(code)) return true;
  const group = code.search(GROUP);
  if (group >= 0 && !(code.slice(0, group).match(A_WORD) ?? []).some((word) => isOfSql(word.toLowerCase())))
    return true;
  const brace = code.lastIndexOf('{');
  return (
    value[seam] === '"' && brace > 0 && NAME_END.test(code[brace - 1]!) && LABEL.test(code.slice(brace + 1))
  );
}

const isGlob = (value: ByteString): boolean => value.length <= MAX_SELECTOR && GLOB.test(value);

/** A word of SQL in its texts, or two hyphens anywhere, make something else of it. */
function isSelector(value: ByteString): boolean {
  if (value.length > MAX_SELECTOR || !value.includes('[') || value.includes('--') || !SELECTOR.test(value))
    return false;
  const texts = value.match(/(['"])[^'"]*\1/g) ?? [];
  return texts.every((text) => !(text.toLowerCase().match(A_WORD) ?? []).some(isOfSql));
}

function isDocument(value: ByteString): boolean {
  if (value.length > MAX_DOCUMENT || !/^\s*[{[]/.test(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** With a backslash or a second quote beside a quote, the text may also continue after it. */
function endsInAll(value: ByteString, quote: Quote): boolean {
  let at = value.indexOf(quote);
  for (let ends = 0; at >= 0; ends++) {
    if (ends === MAX_ENDS || !endsThere(value, at + 1, quote)) return false;
    const isDoubled = value[at + 1] === quote;
    if (!isDoubled && value[at - 1] !== '\\') return true;
    at = value.indexOf(quote, at + (isDoubled ? 2 : 1));
  }
  return true;
}

/** True: behind this place, where the text between those quotes is over, nothing that is SQL follows. */
function endsThere(value: ByteString, start: number, quote: Quote): boolean {
  let operands = quote === '' ? 0 : 1;
  // Texts in a row are one text to MySQL and PostgreSQL.
  let isBehindText = quote === "'" || quote === '"';
  let isOpened = false;
  // Behind the end of a query in brackets, an alias within it takes nothing away: an operator or a whole statement may follow.
  let isClosed = false;
  // MySQL and SQLite, then.
  let hasBacktick = quote === '`';
  let at = start;
  for (let tokens = 0; tokens < MAX_TOKENS; tokens++) {
    at = pastBlanks(value, at);
    // What began with an operator is whole with one operand.
    if (at >= value.length) return !isOpened;
    const sign = value[at]!;
    const next = value[at + 1];
    const word = pastWord(value, at);
    if (word > at) {
      const text = value.slice(at, word).toLowerCase();
      isBehindText = false;
      if (tokens === 0 && quote === '' && opensSentence(value, text, word)) {
        // Without brackets it is a name.
        if (text === 'if') operands++;
        isOpened = true;
        at = word;
        continue;
      }
      // A block of code in a text: a statement that follows a name behind the backtick of an identifier is behind no semicolon.
      if (hasBacktick && operands === 2 && !isClosed && STATEMENTS_ALONE.has(text)) return true;
      if (isOfSql(text) && !isNameOnly(value, text, word))
        return (
          (tokens === 0 && (quote === '"' || quote === '`') && STATEMENTS.test(text)) ||
          isBrokenCondition(value, at, isOfSql)
        );
      // A call, and a label of SQL Server's.
      if (value[word] === '(' || value[word] === ':') return false;
      if (++operands > 2) return true;
      at = word;
    } else if (sign >= '0' && sign <= '9') {
      if (++operands > 1) return true;
      isBehindText = false;
      at = pastNumber(value, at, isOfSql);
      if (at < 0) return false;
    } else if (sign === "'" || sign === '"' || sign === '`') {
      const isText = sign !== '`';
      hasBacktick ||= !isText;
      if (!(isText && isBehindText) && ++operands > 2) return true;
      isBehindText = isText;
      const end = value.indexOf(sign, at + 1);
      if (end < 0) return true;
      at = end + 1;
    } else if (sign === '#' && tokens === 0 && quote === '') {
      // A heading, or a comment of MySQL's, behind which the statement goes on in the next line.
      const line = value.indexOf('\n', at);
      if (line < 0) return false;
      at = line + 1;
      tokens--;
    } else if (sign === '{' && operands > 0 && !isClosed && !isOpened) {
      // A placeholder behind the end of a text: no operand and no operator begins with it.
      return true;
    } else if (sign === ';') {
      if (isOpened) return false;
      // All statements of a request are read before the first is run, or the first that is none ends it.
      const follows = pastBlanks(value, at + 1);
      const end = pastWord(value, follows);
      return end > follows && !isOfSql(value.slice(follows, end).toLowerCase());
    } else if (sign === ')' || sign === ',') {
      if (operands === 0) return false;
      if (sign === ',') return isBrokenCondition(value, at, isOfSql);
      isClosed = true;
      isBehindText = false;
      at++;
    } else {
      // Behind a name that is given to an operand there is no operator.
      const isComment = sign === '#' || (sign === '-' && next === '-') || (sign === '/' && next === '*');
      if (operands === 2 && !isClosed && !isComment) return true;
      return operands > 0 && !isComment && isBrokenCondition(value, at, isOfSql);
    }
  }
  return false;
}

const WORD_START = /[A-Za-z_\x80-\xff]/;

function opensSentence(value: ByteString, word: ByteString, end: number): boolean {
  if (value[end] === '(') return false;
  return OPENERS.has(word) || (word === 'if' && WORD_START.test(value[pastBlanks(value, end)] ?? ''));
}

const isNameOnly = (value: ByteString, word: ByteString, end: number): boolean =>
  CALLED.has(word) && value[pastBlanks(value, end)] !== '(';

const isOfSql = (word: ByteString): boolean =>
  word !== LABEL_OF_CODE && (sqlWord(word) !== undefined || FURTHER_WORDS.has(word));
