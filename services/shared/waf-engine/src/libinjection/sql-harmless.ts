/**
 * Tells values in which there is no SQL at all before they are taken apart: those of words that mean nothing in any dialect,
 * numbers, and punctuation that only ever reads as itself. What the tokenizer would make of them are names, numbers,
 * operators, commas, dots and colons, and no fingerprint of those alone is one of an injection (asserted for all of
 * them in the spec).
 *
 * Anything doubtful, above all every word that might be known, is left to the tokenizer.
 */
import type { Subject } from '../matching/index.ts';
import { byteRange, byteSet } from '../transformations/byte-classes.ts';
import { knownSqlWords } from './sql-words.ts';

const DOT = 0x2e;
const DOUBTFUL = 0;
const WORD = 1;
const DIGIT = 2;
const BREAK = 3;
/** Only before something that keeps it from being a comment. */
const BREAK_BEFORE_WORD = 4;

const WORD_BYTES = byteSet(byteRange(0x30, 0x39), byteRange(0x41, 0x5a), byteRange(0x61, 0x7a), '_');
/** 0xa0 is white space to libinjection, all other bytes beyond ASCII are letters. */
const KINDS = kindsOfBytes();

const TABLE_BITS = 15;
const MASK = (1 << TABLE_BITS) - 1;
const KNOWN = new Uint8Array(1 << TABLE_BITS);
for (const word of knownSqlWords()) {
  // The tokenizer also ends a word at a dot.
  const first = /^[^ .]*/.exec(word)![0];
  let hash = 0;
  for (let index = 0; index < first.length; index++) hash = addToHash(hash, first.charCodeAt(index));
  KNOWN[hash & MASK] = 1;
}

/** True only if the value cannot be an injection, whatever the quotes and the dialect. */
export function hasNoSql({ bytes, start, end }: Subject): boolean {
  if (isOneWord(bytes, start, end)) return true;
  let hash = 0;
  let inWord = false;
  let inNumber = false;
  for (let index = start; index < end; index++) {
    const byte = bytes[index]!;
    const kind = KINDS[byte]!;
    if (kind === WORD) {
      // A number may end within its run, and a word begin: `1union`, `1fUNION`, `0x1fUNION`.
      if (inNumber) return false;
      inWord = true;
      hash = addToHash(hash, byte);
    } else if (kind === DIGIT) {
      if (inWord) hash = addToHash(hash, byte);
      else inNumber = true;
    } else if (kind === DOUBTFUL) {
      return false;
    } else {
      if (inWord && KNOWN[hash & MASK] === 1) return false;
      if (kind === BREAK_BEFORE_WORD) {
        const next = index + 1 < end ? KINDS[bytes[index + 1]!] : DOUBTFUL;
        if (next !== WORD && next !== DIGIT) return false;
      }
      hash = 0;
      inWord = false;
      // A number goes on behind its dot, also with nothing but an exponent: `7.eUNION`.
      inNumber = inNumber && byte === DOT;
    }
  }
  return !(inWord && KNOWN[hash & MASK] === 1);
}

/**
 * A value of nothing but letters, digits and underscores is a few numbers and a word: no injection (`1U`, such as `1union`, is
 * one only if more was folded to it). Most values are of this kind.
 */
function isOneWord(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (WORD_BYTES[bytes[index]!] === 0) return false;
  return true;
}

/** Without regard to case: letters differ from their capitals in one bit, and what else that bit changes only shares a place. */
function addToHash(hash: number, byte: number): number {
  return (Math.imul(hash, 0x01000193) + (byte | 0x20) * 0x9e3779b1) | 0;
}

function kindsOfBytes(): Uint8Array {
  const kinds = new Uint8Array(256);
  const assign = (set: Uint8Array, kind: number): void => {
    for (let byte = 0; byte < 256; byte++) if (set[byte] === 1) kinds[byte] = kind;
  };
  assign(byteSet(byteRange(0x41, 0x5a), byteRange(0x61, 0x7a), '_', byteRange(0x80, 0xff)), WORD);
  assign(byteSet(byteRange(0x30, 0x39)), DIGIT);
  assign(byteSet(' \t\n\v\f\r.,%+'), BREAK);
  assign(byteSet('-/:'), BREAK_BEFORE_WORD);
  assign(byteSet('\xa0'), DOUBTFUL);
  return kinds;
}
