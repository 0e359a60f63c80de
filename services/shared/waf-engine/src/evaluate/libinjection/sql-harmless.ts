/**
 * Recognises values without any SQL before they are tokenized: those of words with little meaning in any dialect,
 * numbers, and punctuation that is never part of a longer token. The tokenizer would make of them names, numbers,
 * types, functions without parentheses, commas, dots, colons, and either operators or keywords; no fingerprint of those
 * alone is one of an injection (asserted for all of them in the spec).
 *
 * Anything doubtful is left to the tokenizer.
 */
import { Latin1Buffer, type Subject } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { Dismissal } from '../../model/operator.ts';
import { endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { byteRange, byteSet } from '../transformations/byte-classes.ts';
import { BEYOND_ONE_WORD } from '../transformations/traits.ts';
import type { SqlTokenType } from './sql-token.ts';
import { knownSqlWords } from './sql-words.ts';

const DOT = 0x2e;
// In this order: words are made of the first two.
const WORD = 0;
const DIGIT = 1;
const DOUBTFUL = 2;
const BREAK = 3;
const BREAK_OPERATOR = 4;
/** Only before something that keeps it from being a comment. */
const OPERATOR_BEFORE_WORD = 5;

/**
 * A value of nothing but letters, digits and underscores is a few numbers and a word: no injection (`1U`, such as `1union`, is
 * one only if more was folded to it).
 */
const WORD_BYTES = byteSet(byteRange(0x30, 0x39), byteRange(0x41, 0x5a), byteRange(0x61, 0x7a), '_');
/** 0xa0 is white space to libinjection, all other bytes beyond ASCII are letters. */
const KINDS = kindsOfBytes();

const TABLE_BITS = 15;
const MASK = (1 << TABLE_BITS) - 1;
/** What words may come to, as bits: by the hash of what stands before the first blank or dot of a known phrase. */
const MEANINGS = new Uint8Array(1 << TABLE_BITS);
const OPERATOR = 1;
const KEYWORD = 2;
const MORE = 4;
const MEANING_OF_TYPE: Readonly<Partial<Record<SqlTokenType, number>>> = {
  n: 0,
  t: 0,
  f: 0,
  '1': 0,
  o: OPERATOR,
  k: KEYWORD,
};
for (const [phrase, { type }] of knownSqlWords()) {
  // The tokenizer also ends a word at a dot. What a word may grow to counts like the word itself.
  const first = /^[^ .]*/.exec(phrase)![0];
  // INTO is the keyword by which even text of three words is an injection.
  const meaning = first === 'into' ? MORE : (MEANING_OF_TYPE[type] ?? MORE);
  let hash = 0;
  for (let index = 0; index < first.length; index++) hash = addToHash(hash, first.charCodeAt(index));
  MEANINGS[hash & MASK]! |= meaning;
}

/**
 * State of a pass: the possible meaning of the words so far, and in the higher bits the current kind of text and the
 * progress in it.
 */
const MEANING_BITS = 3;
const BETWEEN = 0;
const IN_WORD = 1 << MEANING_BITS;
const IN_NUMBER = 2 << MEANING_BITS;
const AT_OPERATOR = 3 << MEANING_BITS;
/** All of these. */
const WITHIN = AT_OPERATOR;
const HASH_SHIFT = MEANING_BITS + 2;
const MEANINGS_OF_STATE = (1 << MEANING_BITS) - 1;
const DOUBT = -1;

/** True only if the value cannot be an injection, whatever the quotes and the dialect. */
export function hasNoSql({ bytes, start, end, traits }: Subject): boolean {
  if ((traits & BEYOND_ONE_WORD) === 0) return true;
  return traits === -1 ? holdsNoSql(bytes, start, end) : !mayBeSql(readOn(0, bytes, start, end));
}

/** Bytes between checks for the end of the slice in a long value. */
const PIECE = 8 * 1024;

/** The same, with pauses. `value`: the text of the subject, which others may use meanwhile. */
export function* hasNoSqlInSlices(
  subject: Subject,
  value: ByteString,
  budget: ReadingBudget,
): Pausable<boolean> {
  if (value.length <= PIECE) return hasNoSql(subject);
  if ((subject.traits & BEYOND_ONE_WORD) === 0) return true;
  const buffer = new Latin1Buffer(PIECE);
  let state = 0;
  for (let at = 0; at < value.length; at += PIECE) {
    const piece = value.slice(at, at + PIECE);
    buffer.write(piece, 0);
    state = readOn(state, buffer.bytes, 0, piece.length);
    if (state === DOUBT) return false;
    if (endsSlice(budget, piece.length)) yield;
  }
  return !mayBeSql(state);
}

/** The same, and for values that are read piece by piece. */
export const SQL_DISMISSAL: Dismissal = { dismisses: holdsNoSql, go: readOn, mayHold: mayBeSql };

function holdsNoSql(bytes: Uint8Array, start: number, end: number): boolean {
  // A value of one word is none: most values are, and end here.
  let index = start;
  while (index < end && WORD_BYTES[bytes[index]!] === 1) index++;
  return index === end || !mayBeSql(readOn(0, bytes, start, end));
}

function readOn(from: number, bytes: Uint8Array, start: number, end: number): number {
  let meanings = from & MEANINGS_OF_STATE;
  let within = from & WITHIN;
  let hash = from >> HASH_SHIFT;
  let index = start;
  while (index < end) {
    const kind = KINDS[bytes[index]!]!;
    if (within === IN_WORD) {
      if (kind <= DIGIT) {
        hash = addToHash(hash, bytes[index++]!);
        continue;
      }
      meanings |= MEANINGS[hash & MASK]!;
      within = BETWEEN;
    } else if (within === IN_NUMBER) {
      // A number goes on behind its dot, also with nothing but an exponent (`7.eUNION`), and it may end within its run, where
      // a word begins: `1union`, `1fUNION`, `0x1fUNION`. So nothing but digits and dots may follow.
      if (kind === DIGIT || bytes[index] === DOT) {
        index++;
        continue;
      }
      if (kind === WORD) return DOUBT;
      within = BETWEEN;
    } else if (within === AT_OPERATOR) {
      if (kind > DIGIT) return DOUBT;
      within = BETWEEN;
    }
    if (kind === WORD) {
      within = IN_WORD;
      hash = 0;
    } else if (kind === DIGIT) within = IN_NUMBER;
    else {
      if (kind === DOUBTFUL) return DOUBT;
      if (kind !== BREAK) meanings |= OPERATOR;
      if (kind === OPERATOR_BEFORE_WORD) within = AT_OPERATOR;
      index++;
    }
  }
  // Behind a word its hash says nothing any more, and states that mean the same are the same.
  return within === IN_WORD ? ((hash & MASK) << HASH_SHIFT) | within | meanings : within | meanings;
}

function mayBeSql(state: number): boolean {
  const within = state & WITHIN;
  if (state < 0 || within === AT_OPERATOR) return true;
  let meanings = state & MEANINGS_OF_STATE;
  if (within === IN_WORD) meanings |= MEANINGS[(state >> HASH_SHIFT) & MASK]!;
  return meanings !== 0 && meanings !== OPERATOR && meanings !== KEYWORD;
}

/** Without regard to case: letters differ from their capitals in one bit, and what else that bit changes only shares a place. */
function addToHash(hash: number, byte: number): number {
  return (Math.imul(hash, 0x01000193) + (byte | 0x20) * 0x9e3779b1) | 0;
}

function kindsOfBytes(): Uint8Array {
  const kinds = new Uint8Array(256).fill(DOUBTFUL);
  const assign = (set: Uint8Array, kind: number): void => {
    for (let byte = 0; byte < 256; byte++) if (set[byte] === 1) kinds[byte] = kind;
  };
  assign(byteSet(byteRange(0x41, 0x5a), byteRange(0x61, 0x7a), '_', byteRange(0x80, 0xff)), WORD);
  assign(byteSet(byteRange(0x30, 0x39)), DIGIT);
  assign(byteSet(' \t\n\v\f\r.,'), BREAK);
  assign(byteSet('%+'), BREAK_OPERATOR);
  assign(byteSet('-/:'), OPERATOR_BEFORE_WORD);
  assign(byteSet('\xa0'), DOUBTFUL);
  return kinds;
}
