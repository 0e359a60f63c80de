/**
 * Splits a value into SQL tokens as the common databases read them, all dialects at once: libinjection's method, in our
 * own code. Each byte is examined a bounded number of times, whatever the value.
 */
import type { ByteString } from '../../model/api.ts';
import { byteRange, byteSet, indexOfAny } from '../transformations/byte-classes.ts';
import { MAX_TOKEN_LENGTH, type SqlToken, type SqlTokenType } from './sql-token.ts';
import { type SqlWord, sqlWord } from './sql-words.ts';

/** Whether `#` begins a comment and `--` needs white space to begin one (MySQL), or the other way round (all others). */
export type SqlDialect = 'ansi' | 'mysql';

/** The quotes within which the value is taken to begin. */
export type SqlQuote = '' | "'" | '"';

type Scanner = (tokenizer: SqlTokenizer, token: SqlToken) => number;

const WORD_END = byteSet(' []{}<>:\\?=@!#~+-*/&|^%(),\';\t\n\v\f\r"\xa0\0');
const VARIABLE_END = byteSet(' <>:\\?=@!#~+-*/&|^%(),\';\t\n\v\f\r"`\0');
const WHITE = byteSet(' \t\n\v\f\r\xa0\0');
const NOT_DIGIT = complement('0123456789');
const NOT_HEX_DIGIT = complement('0123456789abcdefABCDEF');
const NOT_BINARY_DIGIT = complement('01');
const NOT_AMOUNT = complement('0123456789.,');
const NOT_LETTER = complement(byteRange(0x41, 0x5a), byteRange(0x61, 0x7a));
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const BACKSLASH = 0x5c;

export class SqlTokenizer {
  text: ByteString = '';
  position = 0;
  dialect: SqlDialect = 'ansi';
  /** Tokens so far, comments included. */
  tokenCount = 0;
  /** Comments so far that only one of the two dialects takes for comments. */
  doubtfulComments = 0;

  private quote: SqlQuote = '';

  reset(text: ByteString, quote: SqlQuote, dialect: SqlDialect): void {
    this.text = text;
    this.position = 0;
    this.dialect = dialect;
    this.tokenCount = 0;
    this.doubtfulComments = 0;
    this.quote = quote;
  }

  /** Reads the next token into `token`. False at the end, when `token` has no type. */
  next(token: SqlToken): boolean {
    token.type = '';
    token.text = '';
    token.open = '';
    token.close = '';
    token.signs = 0;
    token.beginsPhrase = false;
    if (this.position === 0 && this.quote !== '' && this.text !== '') {
      this.position = scanString(this, token, 0, this.quote, '');
      this.tokenCount++;
      return true;
    }
    while (this.position < this.text.length) {
      this.position = SCANNERS[this.text.charCodeAt(this.position)]!(this, token);
      if (token.type !== '') {
        this.tokenCount++;
        return true;
      }
    }
    return false;
  }

  /** The byte `ahead` bytes after the position, empty beyond the end. */
  peek(ahead: number): string {
    return this.text.charAt(this.position + ahead);
  }
}

/** Sets type and value, the latter cut, and returns where the token ends. */
function take(
  tokenizer: SqlTokenizer,
  token: SqlToken,
  type: SqlTokenType,
  from: number,
  to: number,
): number {
  token.type = type;
  token.text = tokenizer.text.slice(from, Math.min(to, from + MAX_TOKEN_LENGTH));
  return to;
}

function takeBytes(tokenizer: SqlTokenizer, token: SqlToken, type: SqlTokenType, count: number): number {
  return take(tokenizer, token, type, tokenizer.position, tokenizer.position + count);
}

function takeWord(tokenizer: SqlTokenizer, token: SqlToken, known: SqlWord | undefined, to: number): number {
  token.beginsPhrase = known?.beginsPhrase ?? false;
  return take(tokenizer, token, known?.type ?? 'n', tokenizer.position, to);
}

/** The whole run: there may be a megabyte of it. */
const scanWhite: Scanner = ({ text, position }) => {
  let end = position + 1;
  while (SCANNERS[text.charCodeAt(end)] === scanWhite) end++;
  return end;
};
const scanOperator: Scanner = (tokenizer, token) => takeBytes(tokenizer, token, 'o', 1);
const scanUnknown: Scanner = (tokenizer, token) => takeBytes(tokenizer, token, '?', 1);
const scanPunctuation: Scanner = (tokenizer, token) =>
  takeBytes(tokenizer, token, tokenizer.peek(0) as SqlTokenType, 1);

const scanLineComment: Scanner = (tokenizer, token) => {
  const { text, position } = tokenizer;
  const lineFeed = text.indexOf('\n', position);
  if (lineFeed < 0) return take(tokenizer, token, 'c', position, text.length);
  return take(tokenizer, token, 'c', position, lineFeed) + 1;
};

const scanHash: Scanner = (tokenizer, token) => {
  tokenizer.doubtfulComments++;
  return tokenizer.dialect === 'mysql' ? scanLineComment(tokenizer, token) : scanOperator(tokenizer, token);
};

const scanDash: Scanner = (tokenizer, token) => {
  if (tokenizer.peek(1) !== '-') return scanOperator(tokenizer, token);
  const { text, position } = tokenizer;
  const endsHere = position + 2 === text.length;
  if (endsHere || WHITE[text.charCodeAt(position + 2)] === 1) return scanLineComment(tokenizer, token);
  if (tokenizer.dialect === 'mysql') return scanOperator(tokenizer, token);
  tokenizer.doubtfulComments++;
  return scanLineComment(tokenizer, token);
};

/**
 * C comments. Nested ones (PostgreSQL takes them so, others do not) and MySQL's `/*!` cannot be read in a way that is right for
 * all databases, and honest users do not send them.
 */
const scanSlash: Scanner = (tokenizer, token) => {
  if (tokenizer.peek(1) !== '*') return scanOperator(tokenizer, token);
  const { text, position } = tokenizer;
  const close = text.indexOf('*/', position + 2);
  const end = close < 0 ? text.length : close + 2;
  const isNested = close >= 0 && text.slice(position + 2, close + 1).includes('/*');
  const isEvil = isNested || tokenizer.peek(2) === '!';
  return take(tokenizer, token, isEvil ? 'X' : 'c', position, end);
};

/** `\N` is MySQL's NULL. */
const scanBackslash: Scanner = (tokenizer, token) =>
  tokenizer.peek(1) === 'N' ? takeBytes(tokenizer, token, '1', 2) : takeBytes(tokenizer, token, '\\', 1);

const scanLongOperator: Scanner = (tokenizer, token) => {
  const { text, position } = tokenizer;
  if (position + 1 >= text.length) return scanOperator(tokenizer, token);
  if (text.startsWith('<=>', position)) return takeBytes(tokenizer, token, 'o', 3);
  const known = sqlWord(text.slice(position, position + 2));
  if (known !== undefined) return takeBytes(tokenizer, token, known.type, 2);
  return takeBytes(tokenizer, token, text[position] === ':' ? ':' : 'o', 1);
};

/**
 * A string whose content begins at `from` and ends at the next `delimiter` that neither a backslash nor a second delimiter
 * makes part of it.
 */
function scanString(
  tokenizer: SqlTokenizer,
  token: SqlToken,
  from: number,
  delimiter: string,
  open: string,
): number {
  const { text } = tokenizer;
  token.open = open;
  let end = text.indexOf(delimiter, from);
  while (end >= 0) {
    if (isEscaped(text, from, end)) end = text.indexOf(delimiter, end + 1);
    else if (text.startsWith(delimiter, end + 1)) end = text.indexOf(delimiter, end + 2);
    else break;
  }
  if (end < 0) return take(tokenizer, token, 's', from, text.length);
  token.close = delimiter;
  return take(tokenizer, token, 's', from, end) + 1;
}

/** Whether an odd number of backslashes stands before a byte. */
function isEscaped(text: ByteString, from: number, at: number): boolean {
  let first = at;
  while (first > from && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}

const scanQuoted: Scanner = (tokenizer, token) => {
  const quote = tokenizer.peek(0);
  return scanString(tokenizer, token, tokenizer.position + 1, quote, quote);
};

/** `E'…'` and `N'…'`. */
const scanPrefixedString: Scanner = (tokenizer, token) => {
  const { text, position } = tokenizer;
  if (position + 2 >= text.length || text[position + 1] !== "'") return scanWord(tokenizer, token);
  return scanString(tokenizer, token, position + 2, "'", "'");
};

/** `U&'…'`. */
const scanUnicodeString: Scanner = (tokenizer, token) => {
  const { text, position } = tokenizer;
  if (!text.startsWith("&'", position + 1)) return scanWord(tokenizer, token);
  const end = scanString(tokenizer, token, position + 3, "'", 'u');
  if (token.close === "'") token.close = 'u';
  return end;
};

/** Oracle's `q'[…]'`, which ends with the closing bracket and a quote. */
const scanOracleString: Scanner = (tokenizer, token) =>
  scanOracleStringAt(tokenizer, token, tokenizer.position);

/** `N'…'`, or Oracle's `nq'[…]'`. */
const scanNationalString: Scanner = (tokenizer, token) => {
  const { text, position } = tokenizer;
  return position + 2 < text.length && text[position + 1] === "'"
    ? scanPrefixedString(tokenizer, token)
    : scanOracleStringAt(tokenizer, token, position + 1);
};

function scanOracleStringAt(tokenizer: SqlTokenizer, token: SqlToken, at: number): number {
  const { text } = tokenizer;
  const isString = at + 2 < text.length && (text.charCodeAt(at) | 0x20) === 0x71 && text[at + 1] === "'";
  const bracket = text.charCodeAt(at + 2);
  if (!isString || bracket < 0x21 || bracket > 0x7f) return scanWord(tokenizer, token);
  const close = `${CLOSING[text[at + 2]!] ?? text[at + 2]}'`;
  const end = text.indexOf(close, at + 3);
  token.open = 'q';
  token.close = end < 0 ? '' : 'q';
  return end < 0
    ? take(tokenizer, token, 's', at + 3, text.length)
    : take(tokenizer, token, 's', at + 3, end) + close.length;
}

/** `b'01'` and `x'0f'` are numbers, if their digits are right and their quote closed. */
function literalScanner(notDigit: Uint8Array): Scanner {
  return (tokenizer, token) => {
    const { text, position } = tokenizer;
    if (text[position + 1] !== "'") return scanWord(tokenizer, token);
    const end = indexOfAny(text, notDigit, position + 2);
    return text[end] === "'" ? take(tokenizer, token, '1', position, end + 1) : scanWord(tokenizer, token);
  };
}

const scanBinaryString = literalScanner(NOT_BINARY_DIGIT);
const scanHexString = literalScanner(NOT_HEX_DIGIT);

/** SQL Server's `[name]`. */
const scanBracketed: Scanner = (tokenizer, token) => {
  const { text, position } = tokenizer;
  const close = text.indexOf(']', position);
  return take(tokenizer, token, 'n', position, close < 0 ? text.length : close + 1);
};

/**
 * A word: keyword, function, type or name. Before a dot or back quote a word with a meaning ends (`SELECT.1`); only the bytes
 * that are kept as value are searched for that, and they are searched first, so that a chain of such words stays linear.
 */
const scanWord: Scanner = (tokenizer, token) => {
  const { text, position } = tokenizer;
  for (let at = position; at < position + MAX_TOKEN_LENGTH && at < text.length; at++) {
    const byte = text.charCodeAt(at);
    if (WORD_END[byte] === 1) break;
    if (byte !== 0x2e && byte !== 0x60) continue;
    const beginning = sqlWord(text.slice(position, at));
    if (beginning !== undefined && beginning.type !== 'n') return takeWord(tokenizer, token, beginning, at);
  }
  const end = indexOfAny(text, WORD_END, position);
  return takeWord(
    tokenizer,
    token,
    end - position <= MAX_TOKEN_LENGTH ? sqlWord(text.slice(position, end)) : undefined,
    end,
  );
};

/** MySQL's back quotes hold names, and functions. */
const scanBackQuoted: Scanner = (tokenizer, token) => {
  const end = scanString(tokenizer, token, tokenizer.position + 1, '`', '`');
  const known = sqlWord(token.text);
  token.type = known?.type === 'f' ? 'f' : 'n';
  token.beginsPhrase = known?.beginsPhrase ?? false;
  return end;
};

/** `@name`, `@@name`, with a quoted name also. */
const scanVariable: Scanner = (tokenizer, token) => {
  const { text } = tokenizer;
  const signs = tokenizer.peek(1) === '@' ? 2 : 1;
  const start = tokenizer.position + signs;
  const quote = text.charAt(start);
  let end: number;
  if (quote === '`' || quote === "'" || quote === '"') {
    end = scanString(tokenizer, token, start + 1, quote, quote);
    token.type = 'v';
  } else {
    end = take(tokenizer, token, 'v', start, indexOfAny(text, VARIABLE_END, start));
  }
  token.signs = signs;
  return end;
};

/** `$1,000.00`, PostgreSQL's `$$…$$` and `$tag$…$tag$`, or a lone `$`. */
const scanDollar: Scanner = (tokenizer, token) => {
  const { text, position } = tokenizer;
  const amountEnd = indexOfAny(text, NOT_AMOUNT, position + 1);
  if (amountEnd > position + 1) {
    if (amountEnd === position + 2 && text[position + 1] === '.') return scanWord(tokenizer, token);
    return take(tokenizer, token, '1', position, amountEnd);
  }
  const tagEnd = indexOfAny(text, NOT_LETTER, position + 1);
  if (text[tagEnd] !== '$') return takeBytes(tokenizer, token, 'n', 1);
  const mark = text.slice(position, tagEnd + 1);
  const end = text.indexOf(mark, tagEnd + 1);
  token.open = '$';
  token.close = end < 0 ? '' : '$';
  return end < 0
    ? take(tokenizer, token, 's', tagEnd + 1, text.length)
    : take(tokenizer, token, 's', tagEnd + 1, end) + mark.length;
};

const scanNumber: Scanner = (tokenizer, token) => {
  const { text, position } = tokenizer;
  const base = text.charCodeAt(position) === 0x30 ? text.charCodeAt(position + 1) | 0x20 : 0;
  if (base === 0x78 || base === 0x62) {
    const end = indexOfAny(text, base === 0x78 ? NOT_HEX_DIGIT : NOT_BINARY_DIGIT, position + 2);
    return take(tokenizer, token, end > position + 2 ? '1' : 'n', position, end);
  }
  let end = indexOfAny(text, NOT_DIGIT, position);
  if (text[end] === '.') {
    end = indexOfAny(text, NOT_DIGIT, end + 1);
    if (end - position === 1) return takeBytes(tokenizer, token, '.', 1);
  }
  let isWord = false;
  if ((text.charCodeAt(end) | 0x20) === 0x65) {
    const signed = text[end + 1] === '+' || text[end + 1] === '-' ? end + 2 : end + 1;
    end = indexOfAny(text, NOT_DIGIT, signed);
    // An exponent without digits, as in `1.e`, makes it a name.
    isWord = end === signed;
  }
  if (hasOracleSuffix(text, end)) end++;
  return take(tokenizer, token, isWord ? 'n' : '1', position, end);
};

/** Oracle's `1.5d` and `1.5f`: before white space, `;` or the end; and `1fUNION`, which is `1f UNION`. */
function hasOracleSuffix(text: ByteString, at: number): boolean {
  const suffix = text.charCodeAt(at) | 0x20;
  if (suffix !== 0x64 && suffix !== 0x66) return false;
  const after = text.charCodeAt(at + 1);
  return at + 1 === text.length || WHITE[after] === 1 || after === 0x3b || (after | 0x20) === 0x75;
}

function complement(...bytes: readonly string[]): Uint8Array {
  return byteSet(...bytes).map((member) => 1 - member);
}

/** By first byte. */
const SCANNERS: readonly Scanner[] = scannersByByte();

function scannersByByte(): Scanner[] {
  const scanners = new Array<Scanner>(256).fill(scanWord);
  const assign = (bytes: string, scanner: Scanner): void => {
    for (const byte of bytes) scanners[byte.charCodeAt(0)] = scanner;
  };
  assign(`${byteRange(0x00, 0x20)}\x7f\xa0`, scanWhite);
  assign('!&*:<=>|', scanLongOperator);
  assign('%+^~', scanOperator);
  assign('(),;{}', scanPunctuation);
  assign('?]', scanUnknown);
  assign('\'"', scanQuoted);
  assign('.0123456789', scanNumber);
  assign('#', scanHash);
  assign('$', scanDollar);
  assign('-', scanDash);
  assign('/', scanSlash);
  assign('@', scanVariable);
  assign('[', scanBracketed);
  assign('\\', scanBackslash);
  assign('`', scanBackQuoted);
  assign('bB', scanBinaryString);
  assign('eE', scanPrefixedString);
  assign('nN', scanNationalString);
  assign('qQ', scanOracleString);
  assign('uU', scanUnicodeString);
  assign('xX', scanHexString);
  return scanners;
}
