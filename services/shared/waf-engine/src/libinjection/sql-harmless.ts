/**
 * Tells values in which there is no SQL at all before they are taken apart: those of words that mean little in any dialect,
 * numbers, and punctuation that only ever reads as itself. What the tokenizer would make of them are names, numbers, types,
 * functions without parentheses, commas, dots, colons, and either operators or keywords; no fingerprint of those alone is one
 * of an injection (asserted for all of them in the spec).
 *
 * Anything doubtful is left to the tokenizer.
 */
import type { Subject } from '../matching/index.ts';
import { byteRange, byteSet } from '../transformations/byte-classes.ts';
import { BEYOND_ONE_WORD } from '../transformations/traits.ts';
import type { SqlTokenType } from './sql-token.ts';
import { knownSqlWords } from './sql-words.ts';

const DOT = 0x2e;
const SPACE = 0x20;
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

/** True only if the value cannot be an injection, whatever the quotes and the dialect. */
export function hasNoSql({ bytes, start, end, traits }: Subject): boolean {
  if ((traits & BEYOND_ONE_WORD) === 0) return true;
  let meanings = 0;
  let index = start;
  // A value of one word is none: most values are, and end here, where their traits have not told already.
  if (traits === -1) {
    while (index < end && WORD_BYTES[bytes[index]!] === 1) index++;
    if (index === end) return true;
    index = start;
  }
  while (index < end) {
    const kind = KINDS[bytes[index]!]!;
    if (kind === WORD) {
      let hash = 0;
      let byte = bytes[index]!;
      do {
        hash = addToHash(hash, byte);
        byte = ++index < end ? bytes[index]! : SPACE;
      } while (KINDS[byte]! <= DIGIT);
      meanings |= MEANINGS[hash & MASK]!;
    } else if (kind === DIGIT) {
      // A number goes on behind its dot, also with nothing but an exponent (`7.eUNION`), and it may end within its run, where
      // a word begins: `1union`, `1fUNION`, `0x1fUNION`. So nothing but digits and dots may follow.
      let byte = bytes[index]!;
      do byte = ++index < end ? bytes[index]! : SPACE;
      while (KINDS[byte] === DIGIT || byte === DOT);
      if (KINDS[byte] === WORD) return false;
    } else if (kind === BREAK) {
      index++;
    } else if (kind === DOUBTFUL) {
      return false;
    } else {
      index++;
      meanings |= OPERATOR;
      if (kind === OPERATOR_BEFORE_WORD && !(index < end && KINDS[bytes[index]!]! <= DIGIT)) return false;
    }
  }
  return meanings === 0 || meanings === OPERATOR || meanings === KEYWORD;
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
