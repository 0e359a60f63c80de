/**
 * Follows a condition of SQL, or a list of values, from one of its words, operators or commas on, and tells whether a database could
 * get through it. Between two operands stands an operator; where operands follow each other without one, a database only reports a
 * syntax error. It reads a whole statement before it runs any of it, so what stands before the error does nothing, either. Whatever
 * begins a clause, a call, a comment or another statement before the error leaves the question open.
 */
import type { ByteString } from '../../model/api.ts';
import { sqlWord } from './sql-words.ts';

const BLANKS = /[\0-\x20\xa0]*/y;
/** 0xa0 is a blank to databases that read Latin-1, unless it is within a character of UTF-8. */
const WORD_PART = String.raw`(?:[\w$\x80-\x9f\xa1-\xff]|(?<=[\x80-\xff])\xa0)*`;
const WORD = new RegExp(String.raw`[A-Za-z_\x80-\xff]${WORD_PART}(?:\.[\w$\x80-\xff]${WORD_PART})*`, 'y');
const NUMBER = /0x[0-9a-f]+|[0-9]+(?:\.[0-9]*)?(?:e[+-]?[0-9]+)?/iy;
const WORD_START = /[A-Za-z_\x80-\x9f\xa1-\xff]/;
const FOREIGN_SIGN = /[\\;[\]{}$#]/;

/** Words of conditions behind which an operand follows. */
const JOINTS = new Set('and between having if in is like not on or when where xor'.split(' '));
/** Like a number, none of them stands behind an operand. */
const CONSTANTS = new Set(['false', 'null', 'true']);
/** What stands directly before a text and belongs to it, beside names of types and character sets. */
const TEXT_PREFIXES = new Set(['b', 'e', 'n', 'nq', 'q', 'r', 'u', 'x']);
const MAX_TOKENS = 64;
/** `a IS SELECT 1`: IS compares with nothing that is calculated. */
const SELECT = /[\0-\x20]+select\b/iy;

/** @param end place behind what a pattern for one token finds at `at`; `at` itself without a match */
export function past(pattern: RegExp, value: ByteString, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(value) ? pattern.lastIndex : at;
}

export const pastBlanks = (value: ByteString, at: number): number => past(BLANKS, value, at);
export const pastWord = (value: ByteString, at: number): number =>
  WORD_START.test(value[at] ?? '') ? past(WORD, value, at) : at;

/**
 * Place behind a number and its unit (`10px`); -1: it runs into a word of SQL (`1or`, and `1dunion` behind the sign for its precision),
 * with which a statement goes on.
 */
export function pastNumber(value: ByteString, at: number, isOfSql: (word: string) => boolean): number {
  const digits = past(NUMBER, value, at);
  const end = pastWord(value, digits);
  const word = value.slice(digits, end).toLowerCase();
  return isOfSql(word) || (/^[df]/.test(word) && isOfSql(word.slice(1))) ? -1 : end;
}

/**
 * True: a syntax error follows, whatever the statement was.
 *
 * @param start place of a joint, an operator or a comma behind an operand
 * @param isOfSql whether a word means something in any dialect
 */
export function isBrokenCondition(
  value: ByteString,
  start: number,
  isOfSql: (word: string) => boolean,
): boolean {
  return new Condition(value, isOfSql).isBrokenFrom(start);
}

type Operand = '' | 'name' | 'number' | 'text' | 'bracket';
/** Undefined: nothing is decided yet. */
type Verdict = boolean | undefined;

class Condition {
  private operands = 0;
  private last: Operand = '';
  private lastWord = '';
  /** Values of a list may have names of their own. */
  private isList = false;
  private at = 0;
  private readonly value: ByteString;
  private readonly isOfSql: (word: string) => boolean;

  constructor(value: ByteString, isOfSql: (word: string) => boolean) {
    this.value = value;
    this.isOfSql = isOfSql;
  }

  isBrokenFrom(start: number): boolean {
    this.at = start;
    for (let tokens = 0; tokens < MAX_TOKENS; tokens++) {
      this.at = pastBlanks(this.value, this.at);
      if (this.at >= this.value.length) return false;
      const verdict = this.token();
      if (verdict !== undefined) return verdict;
    }
    return false;
  }

  private token(): Verdict {
    const sign = this.value[this.at]!;
    const end = pastWord(this.value, this.at);
    if (end > this.at) return this.word(this.value.slice(this.at, end).toLowerCase(), end);
    if (sign >= '0' && sign <= '9') {
      if (this.operand('number') || this.operands > 1) return true;
      this.at = pastNumber(this.value, this.at, this.isOfSql);
      return this.at < 0 ? false : undefined;
    }
    if (sign === "'" || sign === '"' || sign === '`') return this.quoted(sign);
    return this.sign(sign);
  }

  private word(word: string, end: number): Verdict {
    this.at = end;
    if (JOINTS.has(word)) {
      if (word === 'is' && past(SELECT, this.value, end) > end) return true;
      this.reset();
      return undefined;
    }
    if (CONSTANTS.has(word)) return this.operand('number') || this.operands > 1 ? true : undefined;
    // A function that is not called is a name.
    if (this.isOfSql(word) && sqlWord(word)?.type !== 'f') return false;
    this.lastWord = word;
    if (this.operand('name')) return true;
    return this.value[pastBlanks(this.value, end)] === '(' ? false : undefined;
  }

  private quoted(sign: string): Verdict {
    const kind = sign === '`' ? 'name' : 'text';
    const isContinued = kind === 'text' && this.last === 'text';
    const before = this.last;
    if (!isContinued) {
      if (this.operand(kind)) return true;
      if (this.operands === 2 && !this.isList && this.cannotStandBefore(before, kind)) return true;
    }
    this.lastWord = '_';
    const end = endOfQuoted(this.value, this.at, sign);
    if (end < 0) return false;
    this.at = end;
    return undefined;
  }

  private cannotStandBefore(before: Operand, kind: Operand): boolean {
    if (before === 'number') return true;
    return before === 'name' && kind === 'text' && this.isWord(this.lastWord);
  }

  private isWord(word: string): boolean {
    return !word.startsWith('_') && !TEXT_PREFIXES.has(word) && sqlWord(word) === undefined;
  }

  private sign(sign: string): Verdict {
    const next = this.value[this.at + 1];
    if (FOREIGN_SIGN.test(sign) || (sign === '-' && next === '-') || (sign === '/' && next === '*'))
      return false;
    this.at++;
    if (sign === '.') {
      this.operands = Math.max(0, this.operands - 1);
      this.last = '';
    } else if (sign === ')') {
      this.operands = 1;
      this.last = 'bracket';
    } else {
      this.reset();
      if (sign === ',') this.isList = true;
    }
    return undefined;
  }

  private reset(): void {
    this.operands = 0;
    this.last = '';
  }

  /** True: one more than may follow each other, with a name of its own for the first. */
  private operand(kind: Operand): boolean {
    this.last = kind;
    return ++this.operands > 2;
  }
}

/** Place behind a text or name in quotes that begins there; -1 without an end, or with one that readers differ about. */
function endOfQuoted(value: ByteString, start: number, sign: string): number {
  let at = start + 1;
  for (;;) {
    const end = value.indexOf(sign, at);
    if (end < 0 || value[end - 1] === '\\') return -1;
    if (value[end + 1] !== sign) return end + 1;
    at = end + 2;
  }
}
