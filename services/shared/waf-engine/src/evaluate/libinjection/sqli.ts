/**
 * Whether a value is SQL injection: libinjection's published method (BSD-3-Clause, see NOTICE), with code of our own.
 *
 *   value ─▶ tokens ─▶ folded to at most five ─▶ fingerprint, one letter a token ─▶ is it one of an injection?
 *
 * The value is read as it stands, and as the rest of a string in single or double quotes; where it has comments that
 * databases disagree on, also as MySQL reads it. The first reading that is an injection decides.
 */

import { Subject } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { isInjectionFingerprint } from './sql-fingerprints.ts';
import { SqlFolder } from './sql-folding.ts';
import { hasNoSql, hasNoSqlInSlices } from './sql-harmless.ts';
import type { SqlToken } from './sql-token.ts';
import { type SqlDialect, type SqlQuote, SqlTokenizer } from './sql-tokenizer.ts';

/** Bytes between checks for the end of the slice in a long value. */
const PIECE = 8 * 1024;
/** Cost of one reading, in steps of a matcher. Most values need one. */
export const STEPS_PER_BYTE = 8;
const QUOTES = ['', "'", '"'] as const;
/** A comment that hides an injection from SQL Server's own audit log. */
const AUDIT_EVASION = 'sp_password';

/** The fingerprint of the reading that is an injection, or null. */
export const detectSqlInjection = (value: ByteString): string | null => sqlInjectionIn(subject.ofText(value));

const subject = new Subject();

/** The same on bytes: most values need only a check of those. */
export const sqlInjectionIn = (subject: Subject): string | null =>
  hasNoSql(subject) ? null : injectionByTokens(subject.text);

/** Without a look beforehand. */
export function injectionByTokens(value: ByteString): string | null {
  for (const quote of QUOTES) {
    if (!value.includes(quote)) continue;
    if (quote !== '"') {
      const found = judge(READING.of(value, quote, 'ansi'));
      if (found !== null) return found;
      if (READING.tokenizer.doubtfulComments === 0) continue;
    }
    const found = judge(READING.of(value, quote, 'mysql'));
    if (found !== null) return found;
  }
  return null;
}

/** The same as `sqlInjectionIn`, with pauses. */
export function* injectionInSlices(
  subject: Subject,
  budget: ReadingBudget,
  looksFirst: boolean,
): Pausable<string | null> {
  // Most values end here, without a text of their own.
  const isShort = subject.end - subject.start <= PIECE;
  if (looksFirst && isShort && hasNoSql(subject)) return null;
  // Others read their values meanwhile.
  const value = subject.text;
  if (looksFirst && !isShort && (yield* hasNoSqlInSlices(subject, value, budget))) return null;
  const reading = new SqlReading();
  for (const quote of QUOTES) {
    if (!value.includes(quote)) continue;
    if (quote !== '"') {
      const found = yield* judgeInSlices(reading.of(value, quote, 'ansi'), budget);
      if (found !== null) return found;
      if (reading.tokenizer.doubtfulComments === 0) continue;
    }
    const found = yield* judgeInSlices(reading.of(value, quote, 'mysql'), budget);
    if (found !== null) return found;
  }
  return null;
}

/** One reading of one value. */
class SqlReading {
  value: ByteString = '';
  readonly tokenizer = new SqlTokenizer();
  readonly folder = new SqlFolder();

  of(value: ByteString, quote: SqlQuote, dialect: SqlDialect): this {
    this.value = value;
    this.tokenizer.reset(value, quote, dialect);
    this.folder.begin();
    return this;
  }

  /** False: there is more to read. */
  advance(until: number): boolean {
    return this.folder.advance(this.tokenizer, until);
  }

  /** Whether of an injection or not; `X` where the value cannot be read with certainty. */
  fingerprint(): string {
    const { tokens, count } = this.folder;
    const last = tokens[count - 1];
    // PHP's back quote: one that is opened at the very end works as a comment.
    if (count > 2 && last?.type === 'n' && last.open === '`' && last.close === '' && last.text === '')
      last.type = 'c';
    let fingerprint = '';
    for (let index = 0; index < count; index++) {
      const { type } = tokens[index]!;
      if (type === 'X') return 'X';
      fingerprint += type;
    }
    return fingerprint;
  }

  injection(): string | null {
    const fingerprint = this.fingerprint();
    return isInjectionFingerprint(fingerprint) && !isHarmless(this, fingerprint) ? fingerprint : null;
  }
}

const READING = new SqlReading();

/** The fingerprint of one reading. */
export function sqlFingerprint(value: ByteString, quote: SqlQuote, dialect: SqlDialect): string {
  READING.of(value, quote, dialect).advance(Number.POSITIVE_INFINITY);
  return READING.fingerprint();
}

function judge(reading: SqlReading): string | null {
  reading.advance(Number.POSITIVE_INFINITY);
  return reading.injection();
}

function* judgeInSlices(reading: SqlReading, budget: ReadingBudget): Pausable<string | null> {
  const { tokenizer } = reading;
  for (;;) {
    const from = tokenizer.position;
    const isRead = reading.advance(from + PIECE);
    budget.steps += (tokenizer.position - from) * STEPS_PER_BYTE;
    if (isRead) return reading.injection();
    if (budget.isSliceOver) yield;
  }
}

/** Fingerprints of injections that ordinary text has, too: for these the tokens themselves are examined. */
function isHarmless(reading: SqlReading, fingerprint: string): boolean {
  const { value } = reading;
  if (fingerprint.length > 1 && fingerprint.endsWith('c') && value.includes(AUDIT_EVASION)) return false;
  const [first, second] = reading.folder.tokens as readonly [SqlToken, SqlToken];
  if (fingerprint.length === 2) return isHarmlessPair(reading, fingerprint, first, second);
  if (fingerprint.length === 3) return isHarmlessTriple(reading, fingerprint);
  return false;
}

function isHarmlessPair(
  { value, tokenizer }: SqlReading,
  fingerprint: string,
  first: SqlToken,
  second: SqlToken,
): boolean {
  // "1 union" may be text; if more than two tokens were folded to it, it is not.
  if (fingerprint[1] === 'U') return tokenizer.tokenCount === 2;
  if (second.text.startsWith('#')) return true;
  if (fingerprint === 'nc') return !second.text.startsWith('/');
  if (fingerprint === '1c') {
    if (second.text.startsWith('/') || tokenizer.tokenCount > 2) return false;
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

function isHarmlessTriple({ tokenizer, folder }: SqlReading, fingerprint: string): boolean {
  const [first, second, third] = folder.tokens as readonly [SqlToken, SqlToken, SqlToken];
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
      return tokenizer.tokenCount === 3;
    default:
      return (
        second.type === 'k' && !(second.text.length >= 5 && second.text.toLowerCase().startsWith('into'))
      );
  }
}
