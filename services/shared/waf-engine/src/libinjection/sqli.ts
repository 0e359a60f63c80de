/**
 * Whether a value is SQL injection: libinjection's published method (BSD-3-Clause, see NOTICE), with code of our own.
 *
 *   value ─▶ tokens ─▶ folded to at most five ─▶ fingerprint, one letter a token ─▶ is it one of an injection?
 *
 * The value is read as it stands, and as the rest of a string in single or double quotes; where it has comments that
 * databases disagree on, also as MySQL reads it. The first reading that is an injection decides.
 */
import type { ByteString } from '../api.ts';
import { Subject } from '../matching/index.ts';
import { isInjectionFingerprint } from './sql-fingerprints.ts';
import { SqlFolder } from './sql-folding.ts';
import { hasNoSql } from './sql-harmless.ts';
import type { SqlToken } from './sql-token.ts';
import { type SqlDialect, type SqlQuote, SqlTokenizer } from './sql-tokenizer.ts';

const TOKENIZER = new SqlTokenizer();
const FOLDER = new SqlFolder();
/** What the last token of an injection hides from SQL Server's own audit log. */
const AUDIT_EVASION = 'sp_password';

/** The fingerprint of the reading that is an injection, or null. */
export const detectSqlInjection = (value: ByteString): string | null => sqlInjectionIn(subject.ofText(value));

const subject = new Subject();

/** The same from bytes: most values need no more than a look at those. */
export const sqlInjectionIn = (subject: Subject): string | null =>
  hasNoSql(subject) ? null : injectionByTokens(subject.text);

/** Without a look beforehand. */
export function injectionByTokens(value: ByteString): string | null {
  return (
    injectionIn(value, '') ??
    (value.includes("'") ? injectionIn(value, "'") : null) ??
    (value.includes('"') ? judge(value, '"', 'mysql') : null)
  );
}

/** The fingerprint of one reading, whether of an injection or not; `X` where the value cannot be read with certainty. */
export function sqlFingerprint(value: ByteString, quote: SqlQuote, dialect: SqlDialect): string {
  TOKENIZER.reset(value, quote, dialect);
  const count = FOLDER.fold(TOKENIZER);
  const last = FOLDER.tokens[count - 1];
  // PHP's back quote: one that is opened at the very end works as a comment.
  if (count > 2 && last?.type === 'n' && last.open === '`' && last.close === '' && last.text === '')
    last.type = 'c';
  let fingerprint = '';
  for (let index = 0; index < count; index++) {
    const { type } = FOLDER.tokens[index]!;
    if (type === 'X') return 'X';
    fingerprint += type;
  }
  return fingerprint;
}

function injectionIn(value: ByteString, quote: SqlQuote): string | null {
  const found = judge(value, quote, 'ansi');
  return found === null && TOKENIZER.doubtfulComments > 0 ? judge(value, quote, 'mysql') : found;
}

function judge(value: ByteString, quote: SqlQuote, dialect: SqlDialect): string | null {
  const fingerprint = sqlFingerprint(value, quote, dialect);
  return isInjectionFingerprint(fingerprint) && !isHarmless(value, fingerprint) ? fingerprint : null;
}

/** Fingerprints of injections that ordinary text has, too: for these the tokens themselves are looked at. */
function isHarmless(value: ByteString, fingerprint: string): boolean {
  if (fingerprint.length > 1 && fingerprint.endsWith('c') && value.includes(AUDIT_EVASION)) return false;
  const [first, second, third] = FOLDER.tokens as readonly [SqlToken, SqlToken, SqlToken];
  if (fingerprint.length === 2) return isHarmlessPair(value, fingerprint, first, second);
  if (fingerprint.length === 3) return isHarmlessTriple(fingerprint, first, second, third);
  return false;
}

function isHarmlessPair(value: ByteString, fingerprint: string, first: SqlToken, second: SqlToken): boolean {
  // "1 union" may be text; if more than two tokens were folded to it, it is not.
  if (fingerprint[1] === 'U') return TOKENIZER.tokenCount === 2;
  if (second.text.startsWith('#')) return true;
  if (fingerprint === 'nc') return !second.text.startsWith('/');
  if (fingerprint === '1c') {
    if (second.text.startsWith('/') || TOKENIZER.tokenCount > 2) return false;
    return !isNumberAlone(value, first);
  }
  return isLongDash(second);
}

/** People write "--" within text; scanners end with it. */
function isLongDash(comment: SqlToken): boolean {
  return comment.text.length > 2 && comment.text.startsWith('-');
}

/** Whether white space or a comment follows the number, so that it is none of the odd things that Base64 looks like. */
function isNumberAlone(value: ByteString, number: SqlToken): boolean {
  const at = number.text.length;
  const byte = value.charCodeAt(at);
  // libinjection compares signed bytes, so those beyond ASCII pass for control characters.
  return !(byte > 0x20 && byte < 0x80) || value.startsWith('/*', at) || value.startsWith('--', at);
}

function isHarmlessTriple(fingerprint: string, first: SqlToken, second: SqlToken, third: SqlToken): boolean {
  switch (fingerprint) {
    case 'sos':
    case 's&s':
      // …foo' + 'bar…: no quote at either end, and the same quotes inside.
      return !(first.open === '' && third.close === '' && first.close === third.open);
    case 's&n':
    case 'n&1':
    case '1&1':
    case '1&v':
    case '1&s':
      // "sexy and 17" is text, "sexy and 17<18" is not.
      return TOKENIZER.tokenCount === 3;
    default:
      return (
        second.type === 'k' && !(second.text.length >= 5 && second.text.toLowerCase().startsWith('into'))
      );
  }
}
